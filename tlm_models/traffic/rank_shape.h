#pragma once

#include "hw/common/network_shape.h"

namespace tactus {

/// How the ranks of a workload are numbered: `per_node` on each node of a torus, node by node. An algorithm knows no
/// other numbers; on which node a rank really runs is the RankMap's to say.
struct RankShape {
  NetworkShape nodes;
  int per_node = 1;

  [[nodiscard]] constexpr int ranks() const { return nodes.nodes() * per_node; }
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

}  // namespace tactus
