#include "tlm_models/flow/hyper_crossbar.h"

#include <fmt/core.h>

namespace tactus {

HyperCrossbar::HyperCrossbar(const FlowTopologyConfig& config) : grid_(config.dimensions) {
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) add_links(2 * grid_.nodes(), bandwidth_of(config, d));
  add_ports(config.port);
}

void HyperCrossbar::network_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const {
  int node = from.node;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    const int next = grid_.moved(node, d, grid_.coordinate(to.node, d));
    if (next == node) continue;
    const LinkId first = static_cast<LinkId>(2 * d) * grid_.nodes();
    runs.push_back({first + node, 1});
    runs.push_back({first + grid_.nodes() + next, 1});
    node = next;
  }
}

int HyperCrossbar::hops(Endpoint from, Endpoint to) const {
  int sum = 0;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    if (grid_.coordinate(from.node, d) != grid_.coordinate(to.node, d)) ++sum;
  }
  return sum;
}

std::string HyperCrossbar::network_link_name(LinkId link) const {
  const int group = link / grid_.nodes();
  return fmt::format("{} {} crossbar_{}", grid_.node_name(link % grid_.nodes()), group % 2 == 0 ? "to" : "from",
                     FlowGrid::dimension_name(static_cast<std::size_t>(group / 2)));
}

}  // namespace tactus
