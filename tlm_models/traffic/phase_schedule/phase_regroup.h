#pragma once

#include <vector>

#include "tlm_models/traffic/a2at_plan.h"
#include "tlm_models/traffic/phase_schedule/phase_schedule.h"

namespace tactus {

/// The offsets of `a2at_plan` in other sequences, which take less time by phases: those that load links alike and go
/// the same way around each ring together. Each message of `a2at_plan` is in one of them, once; a sequence has at most
/// twice as many messages as dimensions. Schedules: `plan_phases(network, phase_messages(network, sequence))`.
std::vector<A2atSequence> phase_sequences(const PhaseNetwork& network);

}  // namespace tactus
