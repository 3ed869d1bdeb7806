#pragma once

#include <algorithm>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/torus_shape.h"

namespace tactus {

/// Some nodes of the machine.
struct NodeSelection {
  bool all = false;
  std::vector<Coordinate> list;  ///< unless `all`

  [[nodiscard]] bool empty() const { return !all && list.empty(); }
  [[nodiscard]] bool holds(Coordinate node) const {
    return all || std::find(list.begin(), list.end(), node) != list.end();
  }
};

/// Which parts of the machine are RTL, with their models beside them (docs/reference/rtl.md).
struct RtlConfig {
  NodeSelection routers;
  NodeSelection nics;

  [[nodiscard]] bool any() const { return !routers.empty() || !nics.empty(); }
};

/// Everything that is wrong with `rtl` on `machine`, itself free of faults, at any level; keys as in scenarios.
std::vector<ConfigFault> validate(const RtlConfig& rtl, const MachineConfig& machine);

}  // namespace tactus
