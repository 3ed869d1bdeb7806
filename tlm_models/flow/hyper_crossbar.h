#pragma once

#include <string>
#include <vector>

#include "tlm_models/flow/flow_grid.h"
#include "tlm_models/flow/ported_topology.h"

namespace tactus {

/// Hyper-crossbar: the nodes are a grid, and each row of each dimension has a crossbar, with a link from every node of
/// the row and one back. Routes take the dimensions in their order, through the crossbars of those in which source and
/// destination differ.
class HyperCrossbar final : public PortedTopology {
 public:
  explicit HyperCrossbar(const FlowTopologyConfig& config);

  [[nodiscard]] int nodes() const override { return grid_.nodes(); }
  /// Crossbars passed.
  [[nodiscard]] int hops(Endpoint from, Endpoint to) const override;

 protected:
  void network_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const override;
  [[nodiscard]] std::string network_link_name(LinkId link) const override;

 private:
  /// By dimension: the links of all nodes to their crossbars, then those back.
  FlowGrid grid_;
};

}  // namespace tactus
