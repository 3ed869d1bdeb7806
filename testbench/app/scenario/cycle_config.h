#pragma once

#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/torus_shape.h"

namespace tactus {

/// Which nodes of a machine at packet level are executed on pins, as at cycle level.
struct CycleConfig {
  std::vector<Coordinate> nodes;
};

/// Everything about `cycle` that makes no sense on `machine`, itself free of faults; keys as in scenarios.
std::vector<ConfigFault> validate(const CycleConfig& cycle, const MachineConfig& machine);
/// Its nodes by number, in ascending order.
std::vector<int> numbers(const CycleConfig& cycle, const TorusShape& torus);

}  // namespace tactus
