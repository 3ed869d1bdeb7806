#pragma once

#include <vector>

#include "hw/common/network_graph.h"

namespace tactus {

/// Dimension of a cable, and its end at the plus port.
struct LaidCable {
  int plus = 0;
  int minus = 0;
  int dimension = 0;
};

/// Half the largest number of cables at one of `nodes` nodes, rounded up; at least 1.
int dimensions_needed(int nodes, const std::vector<GraphCable>& cables);

/// The cables in their order, each in a dimension of `dimensions_needed`, so that no port of a node has two. Time grows
/// with cables times nodes at worst.
std::vector<LaidCable> lay_out_cables(int nodes, const std::vector<GraphCable>& cables);

}  // namespace tactus
