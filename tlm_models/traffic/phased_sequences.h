#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/nic_config.h"
#include "tlm_models/traffic/a2at_plan.h"
#include "tlm_models/traffic/synchronisation/synchronisation_config.h"

namespace tactus {

/// Sequences of an exchange by a schedule of phases: what a program sends, and what its node writes to the pacers.
struct PhasedSequences {
  /// Slots of the message of one engine in one sequence, by node.
  using ByNode = std::vector<PaceSlots>;

  std::vector<A2atSequence> sequences;  ///< in place of those of `a2at_plan`
  /// By sequence and engine, with `PaceSlots::begin` counted from the sequence's begin; none for sequences that are not
  /// run.
  std::vector<std::vector<ByNode>> slots;
  std::vector<std::int64_t> begins;  ///< value of the counter at which each sequence begins; 0 for those not run
  std::int64_t lead = 0;             ///< cycles from the last rank's entry to a barrier to the sequence after it
  /// With barriers after sequences: how ranks synchronise the counters of their nodes.
  SynchronisationConfig synchronisation;
  std::uint64_t end = 0;  ///< value of the counter at which the last slot is over, by `begins`
};

}  // namespace tactus
