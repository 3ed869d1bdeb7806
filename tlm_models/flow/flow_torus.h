#pragma once

#include <string>
#include <vector>

#include "tlm_models/flow/flow_grid.h"
#include "tlm_models/flow/ported_topology.h"

namespace tactus {

/// Torus or mesh of any number of dimensions: a link each way between neighbours, and in dimensions that wrap between
/// the last node and the first one. Routes take the dimensions in the configuration's order, in a ring the shorter way
/// round; `FlowTie` and `Endpoint::minus_ties` of the source decide if both are equally long.
class FlowTorus final : public PortedTopology {
 public:
  explicit FlowTorus(const FlowTopologyConfig& config);

  [[nodiscard]] int nodes() const override { return grid_.nodes(); }
  /// Links passed.
  [[nodiscard]] int hops(Endpoint from, Endpoint to) const override;

 protected:
  void network_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const override;
  [[nodiscard]] std::string network_link_name(LinkId link) const override;

 private:
  [[nodiscard]] int hops_in(std::size_t dimension, Endpoint from, Endpoint to) const;
  /// The link in a direction of `dimension` that begins at `node`.
  [[nodiscard]] LinkId link_from(int node, std::size_t dimension, bool plus) const;
  /// The first link in a direction of `dimension` of the row through `node`.
  [[nodiscard]] LinkId row_of(int node, std::size_t dimension, bool plus) const;
  [[nodiscard]] bool goes_plus(Endpoint from, std::size_t dimension, int begin, int end) const;
  /// Links of one direction in a row of `dimension`, and of all its rows.
  [[nodiscard]] int row_links(std::size_t dimension) const {
    const int size = grid_.size(dimension);
    return size == 1 || wraps_[dimension] ? size : size - 1;
  }
  [[nodiscard]] LinkId direction_links(std::size_t dimension) const {
    return grid_.rows(dimension) * row_links(dimension);
  }

  FlowGrid grid_;
  std::vector<bool> wraps_;  ///< by dimension
  std::vector<std::size_t> order_;
  FlowTie tie_;
  /// First link of each dimension. Its rows follow, all those of the plus direction first; the links of a row stand in
  /// the order in which a message passes them, the plus one at coordinate 0 first, the minus one at n - 1 first.
  std::vector<LinkId> first_;
};

}  // namespace tactus
