#include "tlm_models/flow/flow_grid.h"

#include <fmt/core.h>

namespace tactus {

FlowGrid::FlowGrid(std::vector<int> dimensions) : sizes_(std::move(dimensions)) {
  for (const int size : sizes_) {
    strides_.push_back(nodes_);
    nodes_ *= size;
  }
}

std::string FlowGrid::node_name(int node) const {
  std::string name = "(";
  for (std::size_t d = 0; d < dimensions(); ++d) {
    if (d != 0) name += ',';
    name += std::to_string(coordinate(node, d));
  }
  return name + ')';
}

std::string FlowGrid::dimension_name(std::size_t dimension) {
  constexpr const char* kLetters[] = {"x", "y", "z"};
  return dimension < 3 ? kLetters[dimension] : fmt::format("dimension_{}", dimension);
}

}  // namespace tactus
