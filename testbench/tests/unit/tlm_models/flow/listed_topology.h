#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// Links and routes as a test lists them: a message of node n takes route n, whatever its destination.
class ListedTopology final : public FlowTopology {
 public:
  /// Bandwidths in bytes per picosecond.
  ListedTopology(std::vector<double> bandwidths, std::vector<std::vector<LinkRun>> routes)
      : routes_(std::move(routes)) {
    bandwidth_ = std::move(bandwidths);
  }

  [[nodiscard]] int nodes() const override { return static_cast<int>(routes_.size()) + 1; }
  void route(Endpoint from, Endpoint, std::vector<LinkRun>& runs) const override {
    const auto& listed = routes_[static_cast<std::size_t>(from.node)];
    runs.insert(runs.end(), listed.begin(), listed.end());
  }
  [[nodiscard]] int hops(Endpoint from, Endpoint) const override {
    int links = 0;
    for (const LinkRun& run : routes_[static_cast<std::size_t>(from.node)]) links += run.count;
    return links;
  }
  [[nodiscard]] std::string link_name(LinkId link) const override { return std::to_string(link); }

 private:
  std::vector<std::vector<LinkRun>> routes_;
};

}  // namespace tactus
