#include <cstdint>
#include <memory>

#include "hw/router/route_draw.h"
#include "hw/router/two_sets.h"

namespace tactus {
namespace {

/// To a node that was drawn on the first set of VCs; to the destination on the second one.
TwoSets both_ways(const MachineConfig& config) {
  const DimensionList<int> order = dimension_order_of(config);
  return {config, order, order};
}

/// UGAL (Singh: Load-balanced routing in interconnection networks, Stanford, 2005), with what the packet's own router
/// knows: in dimension order straight to the destination, or by a node that is drawn from all, whichever has the lower
/// product of queue and links. The choice falls where the packet is injected; the VC tells it from then on.
class Ugal final : public RouteFunction {
 public:
  explicit Ugal(const MachineConfig& config)
      : shape_(config.network), ports_(config.ports()), all_vcs_(config.router.all_vcs()), sets_(both_ways(config)) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    const auto& [to_node, straight] = sets_.ways;
    if (!ports_.is_nic(in_port) && !sets_.second.has(in_vc)) {
      if (const auto link = to_node.next(here, node_of(header), header.negative, in_port, in_vc)) return *link;
      in_port = ports_.nic_port(0);  // the second way begins here as if the packet came from a NIC
    }
    if (const auto link = straight.next(here, header.destination, header.negative, in_port, in_vc)) return *link;
    return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
  }

  [[nodiscard]] RouteChoices choices(Coordinate here, int in_port, int in_vc,
                                     const RouteHeader& header) const override {
    RouteChoices choices;
    const RouteDecision straight = route(here, in_port, in_vc, header);
    if (!ports_.is_nic(in_port) || header.source == header.destination) {
      choices.push_back(straight);
      return choices;
    }
    choices.push_back(straight, shape_.hops(here, header.destination));
    const Coordinate node = node_of(header);
    const auto round = sets_.ways[0].next(here, node, header.negative, in_port, in_vc);
    if (round && round->out_port != straight.out_port) {
      choices.push_back(*round, shape_.hops(here, node) + shape_.hops(node, header.destination));
    }
    return choices;
  }

 private:
  [[nodiscard]] Coordinate node_of(const RouteHeader& header) const {
    return shape_.coordinate(RouteDraw(shape_, header).below(0, shape_.nodes()));
  }

  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  TwoSets sets_;
};

RoutingPolicy ugal() {
  RoutingPolicy policy = in_two_sets();
  policy.name = "ugal";
  policy.summary = "A packet goes straight or by a node drawn from all, as queues and links say at its injection.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<Ugal>(config);
  };
  policy.find_cycle = [](const MachineConfig& config) { return both_ways(config).find_cycle(config.network); };
  policy.adaptive = policy.waits_for_best = true;
  return policy;
}
const Registered<RoutingKind> kUgal{ugal()};

}  // namespace
}  // namespace tactus
