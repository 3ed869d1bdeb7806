#pragma once

#include <cstddef>
#include <cstdint>
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
    return places_[index(node, dimension)].coordinate;
  }
  /// `node` with another coordinate in `dimension`.
  [[nodiscard]] int moved(int node, std::size_t dimension, int coordinate) const {
    return node + (coordinate - this->coordinate(node, dimension)) * strides_[dimension];
  }
  /// Number of the row of `dimension` in which `node` is, from 0.
  [[nodiscard]] int row(int node, std::size_t dimension) const { return places_[index(node, dimension)].row; }
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
  struct Place {
    std::int32_t coordinate = 0;
    std::int32_t row = 0;
  };
  [[nodiscard]] std::size_t index(int node, std::size_t dimension) const {
    return static_cast<std::size_t>(node) * sizes_.size() + dimension;
  }

  std::vector<int> sizes_;
  std::vector<int> strides_;
  /// Places of the first node in every dimension, of the next one, and so on. Every route asks, and divisions are slow.
  std::vector<Place> places_;
  int nodes_ = 1;
};

}  // namespace tactus
