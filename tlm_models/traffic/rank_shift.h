#pragma once

#include <algorithm>

#include "tlm_models/traffic/rank_shape.h"

namespace tactus {

/// Largest number of links between a node and the node `by` >= 0 places after it.
inline int node_shift_hops(NetworkShape shape, int by) {
  // In x all nodes move alike; in y those that pass the end of their row move one row more.
  const Coordinate moved = shape.coordinate(by % shape.nodes());
  const int same_row = shape.hops({0, 0}, shape.wrapped({0, 0}, {moved[0], moved[1]}));
  const int next_row = shape.hops({0, 0}, shape.wrapped({0, 0}, {moved[0], moved[1] + 1}));
  return moved[0] == 0 || same_row > next_row ? same_row : next_row;
}

/// Largest number of links between a rank and the rank `by` > 0 after it.
inline int shift_hops(const RankShape& shape, int by) {
  // Ranks that pass the end of their node move one node more.
  const int same = node_shift_hops(shape.nodes, by / shape.per_node);
  if (by % shape.per_node == 0) return same;
  return std::max(same, node_shift_hops(shape.nodes, by / shape.per_node + 1));
}

}  // namespace tactus
