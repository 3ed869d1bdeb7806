#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tactus {

/// Nodes of a grid of any number of dimensions; their numbers count the first dimension fastest. The nodes that
/// differ in one coordinate only are a row of that dimension.
class FlowGrid {
 public:
  explicit FlowGrid(std::vector<int> dimensions);

  [[nodiscard]] int nodes() const { return nodes_; }
  [[nodiscard]] std::size_t dimensions() const { return sizes_.size(); }
  [[nodiscard]] int size(std::size_t dimension) const { return sizes_[dimension]; }
  [[nodiscard]] int rows(std::size_t dimension) const { return nodes_ / sizes_[dimension]; }
  [[nodiscard]] int coordinate(int node, std::size_t dimension) const {
    return node / strides_[dimension] % sizes_[dimension];
  }
  /// `node` with another coordinate in `dimension`.
  [[nodiscard]] int moved(int node, std::size_t dimension, int coordinate) const {
    return node + (coordinate - this->coordinate(node, dimension)) * strides_[dimension];
  }
  /// Number of the row of `dimension` in which `node` is, from 0.
  [[nodiscard]] int row(int node, std::size_t dimension) const {
    const int stride = strides_[dimension];
    return node / (stride * sizes_[dimension]) * stride + node % stride;
  }
  /// The node of `row` at `coordinate`.
  [[nodiscard]] int node_of(std::size_t dimension, int row, int coordinate) const {
    const int stride = strides_[dimension];
    return (row / stride * sizes_[dimension] + coordinate) * stride + row % stride;
  }
  /// "(2,3)".
  [[nodiscard]] std::string node_name(int node) const;
  /// "x", "y", "z", then "dimension 3" and so on.
  static std::string dimension_name(std::size_t dimension);

 private:
  std::vector<int> sizes_;
  std::vector<int> strides_;
  int nodes_ = 1;
};

}  // namespace tactus
