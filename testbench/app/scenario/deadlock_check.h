#pragma once

#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// A fault if packets of `machine` can come to wait for each other in a circle: it names the circle.
/// `machine` has no other faults.
std::vector<ConfigFault> find_deadlocks(const MachineConfig& machine);

}  // namespace tactus
