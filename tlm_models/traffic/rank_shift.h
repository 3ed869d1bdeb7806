#pragma once

#include <algorithm>
#include <array>

#include "tlm_models/traffic/rank_shape.h"

namespace tactus {

/// Largest number of links between a node and the node `by` >= 0 places after it.
inline int node_shift_hops(const NetworkShape& shape, int by) {
  // An addition digit by digit: nodes that pass the end of a dimension move one further in the next. `widest` is by
  // whether the digits so far give such a carry; below 0 if no node comes to that.
  constexpr int kNever = -1;
  const Coordinate moved = shape.coordinate(by % shape.nodes());
  std::array<int, 2> widest = {0, kNever};
  for (int d = 0; d < shape.dimensions(); ++d) {
    std::array<int, 2> next = {kNever, kNever};
    const int size = shape.size(d);
    for (int carry = 0; carry < 2; ++carry) {
      const int before = widest[static_cast<std::size_t>(carry)];
      if (before == kNever) continue;
      const int ahead = moved[d] + carry;
      const int back = size - ahead;
      const bool ring = shape.wraps(d);
      if (ahead < size) next[0] = std::max(next[0], before + (ring ? std::min(ahead, back) : ahead));
      if (ahead > 0) next[1] = std::max(next[1], before + (ring ? std::min(ahead, back) : back));
    }
    widest = next;
  }
  return std::max(widest[0], widest[1]);
}

/// Largest number of links between a rank and the rank `by` > 0 after it.
inline int shift_hops(const RankShape& shape, int by) {
  // Ranks that pass the end of their node move one node more.
  const int same = node_shift_hops(shape.nodes, by / shape.per_node);
  if (by % shape.per_node == 0) return same;
  return std::max(same, node_shift_hops(shape.nodes, by / shape.per_node + 1));
}

}  // namespace tactus
