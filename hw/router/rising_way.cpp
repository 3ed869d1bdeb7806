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
  const int vc = is_new(node, in_port) ? 0 : in_vc + 1;
  return towards(node, node < shape_.hosts() ? to : target(vc, header), to, vc);
}

RouteDecision RisingWay::towards(int node, int target, int to, int vc) const {
  const int port = distances_.nearest(node, target);
  const bool last = network_->links().neighbour(node, port) == to;
  return {static_cast<std::uint8_t>(port), last ? all_vcs_ : static_cast<std::uint8_t>(1U << vc)};
}

int RisingWay::vcs_needed(const MachineConfig& config) {
  const auto network = live_network(config);
  const HostDistances& distances = network->distances();
  int longest = 0;
  for (int from = 0; from < config.network.hosts(); ++from) {
    for (int to = 0; to < config.network.hosts(); ++to) longest = std::max(longest, distances.distance(from, to) - 2);
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
  const int by = drawn(header);
  // Links between the first switch and the one that has the host which is drawn.
  return links < distances().distance(from, by) - 2 ? by : to;
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

bool GraphUgal::chooses(Coordinate here, int in_port, const RouteHeader& header) const {
  const int node = shape().node(here);
  return node >= shape().hosts() && is_new(node, in_port) && here != header.destination;
}

RouteDecision GraphUgal::route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const {
  if (!chooses(here, in_port, header)) return GraphValiant::route(here, in_port, in_vc, header);
  const int to = shape().node(header.destination);
  return towards(shape().node(here), to, to, straight_vc_);
}

RouteChoices GraphUgal::choices(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const {
  RouteChoices choices;
  const int node = shape().node(here);
  const int to = shape().node(header.destination);
  const RouteDecision straight = route(here, in_port, in_vc, header);
  choices.push_back(straight, distances().distance(node, to));
  if (!chooses(here, in_port, header)) return choices;
  const int by = drawn(header);
  if (target(0, header) == to) return choices;  // at the switch of the drawn host already
  const RouteDecision round = towards(node, by, to, 0);
  if (round.out_port == straight.out_port) return choices;
  choices.push_back(round, distances().distance(node, by) - 1 + distances().distance(to, by) - 1);
  return choices;
}

}  // namespace tactus
