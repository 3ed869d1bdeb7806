#pragma once

#include <vector>

#include "hw/common/machine_config.h"
#include "testbench/app/scenario/node_selection.h"

namespace tactus {

/// Which parts of the machine are RTL, with their models beside them (docs/reference/rtl.md).
struct RtlConfig {
  NodeSelection routers;
  NodeSelection nics;
};

/// Everything that is wrong with `rtl` on `machine`, itself free of faults, at any level.
std::vector<ConfigFault> validate(const RtlConfig& rtl, const MachineConfig& machine);

}  // namespace tactus
