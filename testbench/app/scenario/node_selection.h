#pragma once

#include <algorithm>
#include <vector>

#include "hw/common/config_faults.h"
#include "hw/common/machine_config.h"
#include "hw/common/network_shape.h"

namespace tactus {

struct RtlConfig;

/// Some nodes of the machine.
struct NodeSelection {
  bool all = false;
  std::vector<Coordinate> list;  ///< unless `all`

  [[nodiscard]] bool empty() const { return !all && list.empty(); }
  [[nodiscard]] bool holds(Coordinate node) const {
    return all || std::find(list.begin(), list.end(), node) != list.end();
  }
};

/// `nodes`, given as `member`, have to be nodes of `torus`, each given once.
void check_nodes(const std::vector<Coordinate>& nodes, const char* member, const NetworkShape& network,
                 ConfigFaults& faults);

/// Which nodes of a machine at packet level are executed on pins, as at cycle level.
struct CycleConfig {
  std::vector<Coordinate> nodes;
};

/// Everything about `cycle` that makes no sense on `machine`, itself free of faults.
std::vector<ConfigFault> validate(const CycleConfig& cycle, const MachineConfig& machine);
/// The nodes that the packet level has on pins, by number, in ascending order: those of `cycle`, and those with RTL.
std::vector<Coordinate> nodes_on_pins(const CycleConfig& cycle, const RtlConfig& rtl, const NetworkShape& torus);

}  // namespace tactus
