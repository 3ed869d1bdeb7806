#pragma once

#include <optional>

#include "testbench/tests/unit/hw/router/dice.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// A workload that `machine` can execute, of at most some hundred thousand flits x links.
WorkloadConfig random_workload(Dice& dice, const MachineConfig& machine);
/// The same with more ranks on each node than an engine has slots; nothing on networks of many nodes.
std::optional<WorkloadConfig> crowded_workload(Dice& dice, const MachineConfig& machine);
/// Some messages of a message file go to their own source.
void send_to_oneself(Dice& dice, WorkloadConfig& workload);

}  // namespace tactus
