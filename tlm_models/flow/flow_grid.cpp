#include "tlm_models/flow/flow_grid.h"

#include <fmt/core.h>

namespace tactus {

FlowGrid::FlowGrid(std::vector<int> dimensions) : sizes_(std::move(dimensions)) {
  for (const int size : sizes_) {
    strides_.push_back(nodes_);
    nodes_ *= size;
  }
  places_.reserve(static_cast<std::size_t>(nodes_) * sizes_.size());
  for (int node = 0; node < nodes_; ++node) {
    for (std::size_t d = 0; d < sizes_.size(); ++d) {
      const int stride = strides_[d];
      const int size = sizes_[d];
      places_.push_back({node / stride % size, node / (stride * size) * stride + node % stride});
    }
  }
}

std::string FlowGrid::node_name(int node) const {
  std::string name = "(";
  for (std::size_t d = 0; d < sizes_.size(); ++d) {
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
