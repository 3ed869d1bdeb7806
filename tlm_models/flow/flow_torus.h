#pragma once

#include <string>
#include <vector>

#include "tlm_models/flow/flow_grid.h"
#include "tlm_models/flow/ported_topology.h"

namespace tactus {

/// Torus of any number of dimensions: every row is a ring with a link each way between neighbours. Routes take the
/// dimensions in their order, in each the shorter way round; `FlowTie` and `Endpoint::minus_ties` of the source decide
/// if both are equally long.
class FlowTorus final : public PortedTopology {
 public:
  explicit FlowTorus(const FlowTopologyConfig& config);

  [[nodiscard]] int nodes() const override { return grid_.nodes(); }
  /// Links of the torus passed.
  [[nodiscard]] int hops(Endpoint from, Endpoint to) const override;

 protected:
  void network_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const override;
  [[nodiscard]] std::string network_link_name(LinkId link) const override;

 private:
  [[nodiscard]] bool goes_plus(Endpoint from, std::size_t dimension, int forward) const;

  FlowGrid grid_;
  FlowTie tie_;
  /// First link of each dimension. Its rings follow, all those of the plus direction first; the links of a ring stand
  /// in the order in which a message passes them, the plus one at coordinate 0 first, the minus one at n - 1 first.
  std::vector<LinkId> first_;
};

}  // namespace tactus
