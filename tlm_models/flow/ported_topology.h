#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tlm_models/flow/flow_topology.h"
#include "tlm_models/flow/flow_topology_config.h"

namespace tactus {

/// A topology whose nodes may have ports: a route begins with the injection link of its source's port and ends with
/// the ejection link of its destination's port. Derived classes know the network between them only, whose links come
/// first in the numbering.
class PortedTopology : public FlowTopology {
 public:
  void route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const final;
  [[nodiscard]] std::string link_name(LinkId link) const final;

 protected:
  /// The links between `from` and `to`.
  virtual void network_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const = 0;
  [[nodiscard]] virtual std::string network_link_name(LinkId link) const = 0;

  /// To be called first, for one group of links after the other.
  void add_links(LinkId count, BytesPerSecond bandwidth);
  /// To be called when the network has all its links.
  void add_ports(const FlowPortConfig& config);
  /// Links of consecutive numbers in one dimension or level.
  struct LinkGroup {
    LinkId first;
    LinkId count;
    std::size_t dimension;
  };
  /// To be called last: speeds and delays that links of `config` have for themselves. `groups` are all links but those
  /// of ports; `own` are the numbers of `config.own_links`.
  void take_own_speeds(const FlowTopologyConfig& config, const std::vector<LinkGroup>& groups,
                       const std::vector<LinkId>& own);

 private:
  static constexpr LinkId kNone = -1;

  int ports_ = 1;
  LinkId injection_ = kNone;  ///< injection link of node 0, port 0
  LinkId ejection_ = kNone;
};

}  // namespace tactus
