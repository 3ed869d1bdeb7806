#pragma once

#include <algorithm>
#include <vector>

#include "hw/common/config_faults.h"
#include "hw/common/network_shape.h"

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

/// `nodes`, given as `member`, have to be nodes of `torus`, each given once.
void check_nodes(const std::vector<Coordinate>& nodes, const char* member, const NetworkShape& network,
                 ConfigFaults& faults);

}  // namespace tactus
