#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// Links without a network around them, for tests that choose routes themselves.
class BareLinks final : public FlowTopology {
 public:
  explicit BareLinks(std::vector<double> bandwidths) { bandwidth_ = std::move(bandwidths); }

  [[nodiscard]] int nodes() const override { return 0; }
  void route(Endpoint /*from*/, Endpoint /*to*/, std::vector<LinkRun>& /*runs*/) const override {}
  [[nodiscard]] int hops(Endpoint /*from*/, Endpoint /*to*/) const override { return 0; }
  [[nodiscard]] std::string link_name(LinkId link) const override { return std::to_string(link); }
};

/// A route of single links.
inline std::vector<LinkRun> route_over(const std::vector<LinkId>& links) {
  std::vector<LinkRun> runs;
  for (const LinkId link : links) runs.push_back({link, 1});
  return runs;
}

}  // namespace tactus
