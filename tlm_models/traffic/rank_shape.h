#pragma once

#include <algorithm>

#include "hw/common/network_shape.h"

namespace tactus {

/// How the ranks of a workload are numbered: `per_node` on each node of a network, node by node. An algorithm knows no
/// other numbers; on which node a rank really runs is the RankMap's to say.
struct RankShape {
  NetworkShape nodes;
  int per_node = 1;
  int nic_count = 0;  ///< NICs of each node; 0: twice the dimensions, as NicConfig's

  [[nodiscard]] constexpr int ranks() const { return nodes.nodes() * per_node; }
  [[nodiscard]] constexpr int nics() const { return nic_count == 0 ? nodes.directions() : nic_count; }
  [[nodiscard]] constexpr int node(int rank) const { return rank / per_node; }
  /// 0 .. per_node - 1 on its node.
  [[nodiscard]] constexpr int place(int rank) const { return rank % per_node; }
  [[nodiscard]] constexpr int rank(int node, int place) const { return node * per_node + place; }
  [[nodiscard]] constexpr Coordinate coordinate(int rank) const { return nodes.coordinate(node(rank)); }
  /// Links between the nodes of two ranks.
  [[nodiscard]] int hops(int a, int b) const { return nodes.hops(coordinate(a), coordinate(b)); }
  /// The rank `by` after `rank`, cyclically; `by` in (-ranks, ranks).
  [[nodiscard]] constexpr int shifted(int rank, int by) const { return (rank + by + ranks()) % ranks(); }
};

/// Largest number of links within `dimension` between a node and the one `by` >= 0 further, modulo the dimension's
/// size.
constexpr int widest_shift(const NetworkShape& shape, int dimension, int by) {
  const int size = shape.size(dimension);
  const int ahead = by % size;
  if (ahead == 0) return 0;
  return shape.wraps(dimension) ? std::min(ahead, size - ahead) : std::max(ahead, size - ahead);
}

/// Largest number of links between a node and the one at `offset`, of any signs.
constexpr int widest_shift(const NetworkShape& shape, Coordinate offset) {
  const Coordinate ahead = shape.wrapped({}, offset);
  int hops = 0;
  for (int d = 0; d < shape.dimensions(); ++d) hops += widest_shift(shape, d, ahead[d]);
  return hops;
}

}  // namespace tactus
