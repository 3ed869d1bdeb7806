#pragma once

#include <vector>

#include "hw/common/network_shape.h"

namespace tactus {

/// Coordinates of node number `node`, one for each dimension; its number alone in a network without coordinates.
inline std::vector<int> node_coordinates(const NetworkShape& nodes, int node) {
  if (nodes.is_numbered()) return {node};
  const Coordinate at = nodes.coordinate(node);
  std::vector<int> coordinates;
  for (int d = 0; d < nodes.dimensions(); ++d) coordinates.push_back(at[d]);
  return coordinates;
}

}  // namespace tactus
