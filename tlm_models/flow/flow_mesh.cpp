#include "tlm_models/flow/flow_mesh.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

namespace tactus {

FlowMesh::FlowMesh(const FlowTopologyConfig& config) : grid_(config.dimensions) {
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    first_.push_back(links());
    add_links(2 * direction_links(d), bandwidth_of(config, d));
  }
  add_ports(config.port);
}

void FlowMesh::network_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const {
  int node = from.node;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    const int n = grid_.size(d);
    const int begin = grid_.coordinate(node, d);
    const int end = grid_.coordinate(to.node, d);
    if (begin == end) continue;
    const LinkId row = first_[d] + (begin < end ? 0 : direction_links(d)) + grid_.row(node, d) * (n - 1);
    runs.push_back({row + (begin < end ? begin : n - 1 - begin), std::abs(end - begin)});
    node = grid_.moved(node, d, end);
  }
}

int FlowMesh::hops(Endpoint from, Endpoint to) const {
  int sum = 0;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    sum += std::abs(grid_.coordinate(from.node, d) - grid_.coordinate(to.node, d));
  }
  return sum;
}

std::string FlowMesh::network_link_name(LinkId link) const {
  const std::size_t d =
      static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), link) - first_.begin()) - 1;
  const int in_row = grid_.size(d) - 1;
  const bool plus = link - first_[d] < direction_links(d);
  const int in_direction = (link - first_[d]) % direction_links(d);
  const int at = in_direction % in_row;
  const int node = grid_.node_of(d, in_direction / in_row, plus ? at : in_row - at);
  return fmt::format("{} {}_{}", grid_.node_name(node), plus ? "plus" : "minus", FlowGrid::dimension_name(d));
}

}  // namespace tactus
