#include "hw/router/rising_way.h"

#include <fmt/format.h>

#include <algorithm>

namespace tactus {

RouteDecision RisingWay::route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const {
  if (here == header.destination) {
    return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
  }
  const int node = shape_.node(here);
  const int to = shape_.node(header.destination);
  const bool first = ports_.is_nic(in_port) || network_->neighbour(node, in_port) < shape_.hosts();
  const int vc = first ? 0 : in_vc + 1;
  const int port = network_->nearest(node, node < shape_.hosts() ? to : target(vc, header));
  const bool last = network_->neighbour(node, port) == to;
  return {static_cast<std::uint8_t>(port), last ? all_vcs_ : static_cast<std::uint8_t>(1U << vc)};
}

int RisingWay::vcs_needed(const MachineConfig& config) {
  const auto network = live_network(config);
  int longest = 0;
  for (int from = 0; from < config.network.hosts(); ++from) {
    for (int to = 0; to < config.network.hosts(); ++to) longest = std::max(longest, network->distance(from, to) - 2);
  }
  return std::max(longest, 1);
}

std::string rising_refusal(const MachineConfig& config, int links_in_longest) {
  if (links_in_longest <= config.router.virtual_channels) return {};
  if (links_in_longest > kMaxVirtualChannels) {
    return fmt::format("needs a virtual channel for each link between switches, {}, and a port has {} at most",
                       links_in_longest, kMaxVirtualChannels);
  }
  return fmt::format(
      "needs a virtual channel for each link between switches: set router.virtual_channels to {} or more",
      links_in_longest);
}

int GraphValiant::target(int links, const RouteHeader& header) const {
  const int to = shape().node(header.destination);
  const int from = shape().node(header.source);
  const int drawn = RouteDraw(shape(), header).below(0, shape().hosts());
  // Links between the first switch and the one that has the host which is drawn.
  return links < network().distance(from, drawn) - 2 ? drawn : to;
}

std::string GraphValiant::refusal(const MachineConfig& config) {
  if (std::string too_large = LiveNetwork::refusal(config); !too_large.empty()) return too_large;
  const NetworkGraph& graph = *config.network.graph;
  const auto has_one_cable = [&](int host) {
    return graph.ports(host).size() == 1 && graph.neighbour(host, graph.ports(host).front()) >= graph.hosts();
  };
  for (int host = 0; host < graph.hosts(); ++host) {
    if (has_one_cable(host)) continue;
    return fmt::format("packets turn at switches: host {} has to have one cable, to a switch", host);
  }
  return rising_refusal(config, 2 * RisingWay::vcs_needed(config));
}

}  // namespace tactus
