#pragma once

#include <string>
#include <vector>

#include "tlm_models/flow/ported_topology.h"

namespace tactus {

/// Fat tree with full bisection. A switch has k links down and k up; those of the top level have links down only,
/// k in a k-ary n-tree (N = k^n), 2k in the three-level tree of switches with 2k ports each (N = 2 k^3). The link up
/// from level l (nodes are level 0) is chosen by digit l - 1 of the destination in base k, a static choice, so that
/// each link down carries the messages to one node only.
class FatTree final : public PortedTopology {
 public:
  explicit FatTree(const FlowTopologyConfig& config);

  [[nodiscard]] int nodes() const override { return nodes_; }
  /// Switches passed.
  [[nodiscard]] int hops(Endpoint from, Endpoint to) const override { return 2 * turn(from.node, to.node) - 1; }

 protected:
  void network_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const override;
  [[nodiscard]] std::string network_link_name(LinkId link) const override;

 private:
  /// Level of the switch at which the way up ends: the lowest below which both are.
  [[nodiscard]] int turn(int from, int to) const;

  int nodes_ = 1;
  int arity_ = 1;
  int levels_ = 0;
  std::vector<int> subtree_;  ///< nodes below a switch, by level: k^l; level 0 are the nodes themselves
};

}  // namespace tactus
