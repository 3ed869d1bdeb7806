#include "tlm_models/flow/flow_torus.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {

FlowTorus::FlowTorus(const FlowTopologyConfig& config) : grid_(config.dimensions), tie_(config.tie) {
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    first_.push_back(links());
    if (grid_.size(d) > 1) add_links(2 * grid_.nodes(), bandwidth_of(config, d));
  }
  add_ports(config.port);
}

bool FlowTorus::goes_plus(Endpoint from, std::size_t dimension, int forward) const {
  const int backward = grid_.size(dimension) - forward;
  if (forward != backward) return forward < backward;
  if (tie_ == FlowTie::kAlternate) return grid_.coordinate(from.node, dimension) % 2 == 0;
  return ((from.minus_ties >> dimension) & 1U) == 0;
}

void FlowTorus::network_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const {
  int node = from.node;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    const int n = grid_.size(d);
    const int begin = grid_.coordinate(node, d);
    const int end = grid_.coordinate(to.node, d);
    if (begin == end) continue;
    const int forward = (end - begin + n) % n;
    const bool plus = goes_plus(from, d, forward);
    const LinkId ring = first_[d] + (plus ? 0 : grid_.nodes()) + grid_.row(node, d) * n;
    const int at = plus ? begin : n - 1 - begin;
    const int length = plus ? forward : n - forward;
    const int before_wrap = std::min(length, n - at);
    runs.push_back({ring + at, before_wrap});
    if (before_wrap < length) runs.push_back({ring, length - before_wrap});
    node = grid_.moved(node, d, end);
  }
}

int FlowTorus::hops(Endpoint from, Endpoint to) const {
  int sum = 0;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    const int apart = std::abs(grid_.coordinate(from.node, d) - grid_.coordinate(to.node, d));
    sum += std::min(apart, grid_.size(d) - apart);
  }
  return sum;
}

std::string FlowTorus::network_link_name(LinkId link) const {
  const std::size_t d =
      static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), link) - first_.begin()) - 1;
  const int n = grid_.size(d);
  const bool plus = link - first_[d] < grid_.nodes();
  const int in_direction = (link - first_[d]) % grid_.nodes();
  const int at = in_direction % n;
  const int node = grid_.node_of(d, in_direction / n, plus ? at : n - 1 - at);
  return fmt::format("{} {}_{}", grid_.node_name(node), plus ? "plus" : "minus", FlowGrid::dimension_name(d));
}

}  // namespace tactus
