#pragma once

#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/network_shape.h"
#include "testbench/app/scenario/rtl_config.h"

namespace tactus {

/// Which nodes of a machine at packet level are executed on pins, as at cycle level.
struct CycleConfig {
  std::vector<Coordinate> nodes;
};

/// Everything about `cycle` that makes no sense on `machine`, itself free of faults.
std::vector<ConfigFault> validate(const CycleConfig& cycle, const MachineConfig& machine);
/// The nodes that the packet level has on pins, by number, in ascending order: those of `cycle`, and those with RTL.
std::vector<Coordinate> nodes_on_pins(const CycleConfig& cycle, const RtlConfig& rtl, const NetworkShape& torus);

}  // namespace tactus
