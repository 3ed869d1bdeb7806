#pragma once

#include "testbench/app/scenario/scenario_reading.h"

namespace tactus {

/// Gives the machine the counters of its nodes, and the workload its sequences and their slots, if the pacer's mode is
/// one of phases. Whether there is nothing wrong with that.
bool prepare_phases(ScenarioReading& reading);

}  // namespace tactus
