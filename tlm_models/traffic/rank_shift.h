#pragma once

#include "hw/common/torus_shape.h"

namespace tactus {

/// Rank `by` places after `rank`, cyclically; `by` in (-nodes, nodes).
constexpr int shifted_rank(TorusShape shape, int rank, int by) { return (rank + by + shape.nodes()) % shape.nodes(); }

/// Largest number of links between a rank and the rank `by` > 0 places after it.
inline int shift_hops(TorusShape shape, int by) {
  // In x all ranks move alike; in y those that pass the end of their row move one row more.
  const Coordinate moved = shape.coordinate(by);
  const int same_row = shape.hops({0, 0}, shape.wrapped({0, 0}, moved.x, moved.y));
  const int next_row = shape.hops({0, 0}, shape.wrapped({0, 0}, moved.x, moved.y + 1));
  return moved.x == 0 || same_row > next_row ? same_row : next_row;
}

}  // namespace tactus
