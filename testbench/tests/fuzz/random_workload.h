#pragma once

#include "testbench/tests/unit/hw/router/dice.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// A workload that `machine` can execute, of at most some hundred thousand flits x links.
WorkloadConfig random_workload(Dice& dice, const MachineConfig& machine);

}  // namespace tactus
