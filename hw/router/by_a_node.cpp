#include "hw/router/by_a_node.h"

namespace tactus {
namespace {

/// To the node that was drawn on the first set of VCs, and from there on the second one.
TwoSets two_ways(const MachineConfig& config) {
  const DimensionList<int> order = dimension_order_of(config);
  return {config, order, order};
}

}  // namespace

ByANode::ByANode(const MachineConfig& config)
    : shape_(config.network), ports_(config.ports()), all_vcs_(config.router.all_vcs()), sets_(two_ways(config)) {}

RouteDecision ByANode::route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const {
  const OrderedWay& to_node = sets_.ways[0];
  if (ports_.is_nic(in_port) || !sets_.second.has(in_vc)) {
    if (const auto link = to_node.next(here, node_of(header), header.negative, in_port, in_vc)) return *link;
    in_port = ports_.nic_port(0);  // the second way begins here as if the packet came from a NIC
  }
  return straight(here, in_port, in_vc, header);
}

RouteDecision ByANode::straight(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const {
  if (const auto link = sets_.ways[1].next(here, header.destination, header.negative, in_port, in_vc)) return *link;
  return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
}

std::optional<std::vector<Channel>> ByANode::find_cycle(const MachineConfig& config) {
  return two_ways(config).find_cycle(config.network);
}

Coordinate ByANode::node_of(const RouteHeader& header) const {
  if (header.source == header.destination) return header.destination;
  return drawn_node(header, RouteDraw(shape_, header));
}

}  // namespace tactus
