#pragma once

#include <string>
#include <vector>

#include "tlm_models/flow/flow_grid.h"
#include "tlm_models/flow/ported_topology.h"

namespace tactus {

/// Mesh of any number of dimensions: a link each way between neighbours of a row. Routes take the dimensions in their
/// order.
class FlowMesh final : public PortedTopology {
 public:
  explicit FlowMesh(const FlowTopologyConfig& config);

  [[nodiscard]] int nodes() const override { return grid_.nodes(); }
  /// Links of the mesh passed.
  [[nodiscard]] int hops(Endpoint from, Endpoint to) const override;

 protected:
  void network_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const override;
  [[nodiscard]] std::string network_link_name(LinkId link) const override;

 private:
  /// Links of one direction of a dimension.
  [[nodiscard]] LinkId direction_links(std::size_t dimension) const {
    return grid_.rows(dimension) * (grid_.size(dimension) - 1);
  }

  FlowGrid grid_;
  /// First link of each dimension. Its rows follow, all those of the plus direction first; the links of a row stand in
  /// the order in which a message passes them, the plus one at coordinate 0 first, the minus one at n - 1 first.
  std::vector<LinkId> first_;
};

}  // namespace tactus
