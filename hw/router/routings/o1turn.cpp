#include <cstdint>
#include <memory>

#include "hw/router/route_draw.h"
#include "hw/router/two_sets.h"

namespace tactus {
namespace {

/// The dimension order on the first set of VCs, the reverse order on the second one.
TwoSets both_orders(const MachineConfig& config) {
  const DimensionList<int> order = dimension_order_of(config);
  DimensionList<int> reverse;
  for (int i = order.count; i-- > 0;) reverse.push_back(order.of[static_cast<std::size_t>(i)]);
  return {config, order, reverse};
}

/// O1TURN (Seo, Ali, Lim, Rafique, Thottethodi: Near-optimal worst-case throughput routing for two-dimensional mesh
/// networks, ISCA 2005): chance decides for each packet whether it goes through the dimensions in their order or in the
/// reverse order. Either order has a set of VCs to itself, which a packet never leaves.
class O1Turn final : public RouteFunction {
 public:
  explicit O1Turn(const MachineConfig& config)
      : shape_(config.network), ports_(config.ports()), all_vcs_(config.router.all_vcs()), sets_(both_orders(config)) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    const bool reverse = ports_.is_nic(in_port) ? RouteDraw(shape_, header).below(0, 2) == 1 : sets_.second.has(in_vc);
    const OrderedWay& way = sets_.ways[reverse ? 1 : 0];
    if (const auto link = way.next(here, header.destination, header.negative, in_port, in_vc)) return *link;
    return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
  }

 private:
  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  TwoSets sets_;
};

RoutingPolicy o1turn() {
  RoutingPolicy policy = in_two_sets();
  policy.name = "o1turn";
  policy.summary =
      "Chance decides for each packet whether it goes through the dimensions in order or in reverse order.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<O1Turn>(config);
  };
  policy.find_cycle = [](const MachineConfig& config) { return both_orders(config).find_cycle(config.network); };
  return policy;
}
const Registered<RoutingKind> kO1Turn{o1turn()};

}  // namespace
}  // namespace tactus
