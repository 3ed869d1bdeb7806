#pragma once

#include <vector>

#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Gives the machine the counters of its nodes, and the workload its sequences and their slots, if the pacer's mode is
/// one of phases. Answers the faults of `pacing`, for which there is no schedule.
std::vector<ConfigFault> prepare_phases(Scenario& scenario);

}  // namespace tactus
