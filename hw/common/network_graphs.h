#pragma once

#include <vector>

#include "hw/common/network_graph.h"

namespace tactus {

/// Parts of a NetworkGraph.
struct GraphParts {
  int hosts = 0;
  int switches = 0;
  std::vector<GraphCable> cables;
  std::vector<int> levels;  ///< in a tree

  [[nodiscard]] const NetworkGraph* keep() const { return NetworkGraph::keep(hosts, switches, cables, levels); }
};

// Graphs by their numbers. Switches are numbered level by level, group by group, or the first dimension fastest.

/// Three levels of switches with 2 `arity` cables each, half of them up, on the top level all of them down: 2 arity^3
/// hosts (mfs, section 4).
GraphParts fat_tree(int arity);
/// `levels` levels of switches with `arity` cables down and up, on the top level only down: arity^levels hosts (Petrini
/// and Vanneschi: k-ary n-trees, IPPS 1997).
GraphParts k_ary_n_tree(int arity, int levels);
/// Groups of `switches` switches, each joined to all others of its group, to `global_links` switches of other groups
/// and to `hosts` hosts; as many groups as it takes to join any two by one cable (Kim et al.: Technology-Driven,
/// Highly-Scalable Dragonfly Topology, ISCA 2008).
GraphParts dragonfly(int switches, int global_links, int hosts);
/// A grid of switches with `hosts` hosts each, all switches of a row joined in every dimension (Ahn et al.: HyperX, SC
/// 2009). One dimension is a full mesh.
GraphParts hyperx(const std::vector<int>& sizes, int hosts);
/// A grid of hosts, with a crossbar for each row of each dimension.
GraphParts hyper_crossbar(const std::vector<int>& sizes);

}  // namespace tactus
