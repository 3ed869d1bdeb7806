#include "tlm_models/flow/flow_torus.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

namespace tactus {

FlowTorus::FlowTorus(const FlowTopologyConfig& config)
    : grid_(config.dimensions), wraps_(rings_of(config)), tie_(config.tie) {
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    first_.push_back(links());
    if (grid_.size(d) > 1) add_links(2 * direction_links(d), bandwidth_of(config, d));
    order_.push_back(config.order.empty() ? d : static_cast<std::size_t>(config.order[d]));
  }
  add_ports(config.port);
  std::vector<LinkGroup> groups;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    if (grid_.size(d) > 1) groups.push_back({first_[d], 2 * direction_links(d), d});
  }
  std::vector<LinkId> own_links;
  own_links.reserve(config.own_links.size());
  for (const FlowLinkSpeed& own : config.own_links) own_links.push_back(link_from(own.node, own.dimension, own.plus));
  take_own_speeds(config, groups, own_links);
}

LinkId FlowTorus::link_from(int node, std::size_t dimension, bool plus) const {
  const int begin = grid_.coordinate(node, dimension);
  const int at = plus ? begin : grid_.size(dimension) - 1 - begin;
  return row_of(node, dimension, plus) + at;
}

LinkId FlowTorus::row_of(int node, std::size_t dimension, bool plus) const {
  return first_[dimension] + (plus ? 0 : direction_links(dimension)) +
         grid_.row(node, dimension) * row_links(dimension);
}

bool FlowTorus::goes_plus(Endpoint from, std::size_t dimension, int begin, int end) const {
  if (!wraps_[dimension]) return begin < end;
  const int forward = begin < end ? end - begin : end - begin + grid_.size(dimension);
  const int backward = grid_.size(dimension) - forward;
  if (forward != backward) return forward < backward;
  if (tie_ == FlowTie::kAlternate) return grid_.coordinate(from.node, dimension) % 2 == 0;
  return ((from.minus_ties >> dimension) & 1U) == 0;
}

void FlowTorus::network_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const {
  int node = from.node;
  for (const std::size_t d : order_) {
    const int n = grid_.size(d);
    const int begin = grid_.coordinate(node, d);
    const int end = grid_.coordinate(to.node, d);
    if (begin == end) continue;
    const bool plus = goes_plus(from, d, begin, end);
    const LinkId row = row_of(node, d, plus);
    const int at = plus ? begin : n - 1 - begin;
    const int ahead = plus ? end - begin : begin - end;
    const int length = ahead < 0 ? ahead + n : ahead;
    const int before_wrap = std::min(length, n - at);
    runs.push_back({row + at, before_wrap});
    if (before_wrap < length) runs.push_back({row, length - before_wrap});
    node = grid_.moved(node, d, end);
  }
}

int FlowTorus::hops_in(std::size_t dimension, Endpoint from, Endpoint to) const {
  const int apart = std::abs(grid_.coordinate(from.node, dimension) - grid_.coordinate(to.node, dimension));
  return wraps_[dimension] ? std::min(apart, grid_.size(dimension) - apart) : apart;
}

int FlowTorus::hops(Endpoint from, Endpoint to) const {
  int sum = 0;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) sum += hops_in(d, from, to);
  return sum;
}

std::string FlowTorus::network_link_name(LinkId link) const {
  const std::size_t d =
      static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), link) - first_.begin()) - 1;
  const bool plus = link - first_[d] < direction_links(d);
  const int in_direction = (link - first_[d]) % direction_links(d);
  const int at = in_direction % row_links(d);
  const int node = grid_.node_of(d, in_direction / row_links(d), plus ? at : grid_.size(d) - 1 - at);
  return fmt::format("{} {}_{}", grid_.node_name(node), plus ? "plus" : "minus", FlowGrid::dimension_name(d));
}

}  // namespace tactus
