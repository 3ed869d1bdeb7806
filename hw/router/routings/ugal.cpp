#include <utility>

#include "hw/router/by_a_node.h"
#include "hw/router/rising_way.h"

namespace tactus {
namespace {

/// UGAL (Singh: Load-balanced routing in interconnection networks, Stanford, 2005), with what the packet's own router
/// knows: in dimension order straight to the destination, or by a node that is drawn from all, whichever has the lower
/// product of queue and links. The choice falls where the packet is injected; the VC tells it from then on.
class Ugal final : public ByANode {
 public:
  using ByANode::ByANode;

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    if (ports().is_nic(in_port)) return straight(here, in_port, in_vc, header);
    return ByANode::route(here, in_port, in_vc, header);
  }

  [[nodiscard]] RouteChoices choices(Coordinate here, int in_port, int in_vc,
                                     const RouteHeader& header) const override {
    RouteChoices choices;
    const RouteDecision first = route(here, in_port, in_vc, header);
    choices.push_back(first, shape().hops(here, header.destination));
    if (!ports().is_nic(in_port)) return choices;
    const RouteDecision round = ByANode::route(here, in_port, in_vc, header);
    const Coordinate node = node_of(header);
    if (round.out_port != first.out_port) {
      choices.push_back(round, shape().hops(here, node) + shape().hops(node, header.destination));
    }
    return choices;
  }

 private:
  [[nodiscard]] Coordinate drawn_node(const RouteHeader& /*header*/, const RouteDraw& draw) const override {
    return shape().coordinate(draw.below(0, shape().nodes()));
  }
};

RoutingPolicy ugal() {
  RoutingPolicy policy = by_a_node<Ugal>(
      "ugal", "A packet goes straight or by a node drawn from all, as queues and links say at its injection.");
  policy.adaptive = policy.waits_for_best = true;
  policy.bubble = false;  // costs of outputs are counted in flits
  return with_graphs<GraphUgal, Ugal>(std::move(policy));
}
const Registered<RoutingKind> kUgal{ugal()};

}  // namespace
}  // namespace tactus
