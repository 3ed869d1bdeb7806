#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "tlm_models/traffic/phase_schedule/phase_schedule.h"
#include "tlm_models/traffic/phased_sequences.h"

namespace tactus {

/// How an exchange runs by phases; times are those of the common counter.
struct PhaseTimes {
  Cycles lead;         ///< begin of the first sequence
  Cycles margin;       ///< between the end of a sequence and the begin of the next one: time that software takes
  Cycles clock_error;  ///< most by which the counters of any two nodes differ
};

/// The network of `machine` as a schedule knows it, with messages of `message_size`, groups that stand `lateness`, and
/// slots that are `slack` longer than a packet.
PhaseNetwork phase_network(const MachineConfig& machine, Bytes message_size, Cycles lateness, Cycles slack);
/// Why packets on `machine` cannot have slots of a schedule; empty if they can.
std::string phase_misfit(const MachineConfig& machine);

/// Sequences of a2at and their slots, or the reason why there are none.
struct PhaseExchange {
  std::shared_ptr<PhasedSequences> phased;
  std::string refusal;
};

/// The exchange between all nodes of `network` by the sequences `run`, numbered from 1 as in `phase_sequences`, in
/// this order; empty: all of them.
PhaseExchange plan_phase_exchange(const PhaseNetwork& network, const std::vector<int>& run, const PhaseTimes& times);

}  // namespace tactus
