#pragma once

#include <vector>

#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Everything that keeps `messages` from being executed on `machine`: nodes, sizes, orders and dependencies that do not
/// exist, and messages that wait for each other in a circle. Keys are "workload.messages[<index>]".
std::vector<ConfigFault> replay_faults(const std::vector<ReplayMessage>& messages, const MachineConfig& machine);

}  // namespace tactus
