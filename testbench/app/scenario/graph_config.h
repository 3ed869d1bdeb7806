#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/network_graphs.h"

namespace tactus {

enum class GraphKind : std::uint8_t { kFatTree, kKaryNTree, kDragonfly, kHyperX, kFullMesh, kHyperCrossbar, kFile };

/// Nodes in each dimension of a grid.
struct GraphSizes {
  std::vector<int> list{4, 4};
};

/// A network of switches and cables; which members a kind needs, hw/common/network_graphs.h says.
struct GraphConfig {
  GraphKind kind = GraphKind::kFatTree;
  int arity = 2;         ///< trees
  int levels = 3;        ///< k_ary_n_tree
  GraphSizes sizes;      ///< hyperx, hyper_crossbar
  int switches = 4;      ///< each group of dragonfly, or full_mesh, has so many
  int global_links = 2;  ///< dragonfly: from each switch to other groups
  int hosts = 2;         ///< dragonfly, hyperx, full_mesh: at each switch
};

/// Faults of the numbers of `graph`, which is of no file.
std::vector<ConfigFault> validate(const GraphConfig& graph);
/// The graph; `graph` is valid, and of no file.
GraphParts parts_of(const GraphConfig& graph);

}  // namespace tactus
