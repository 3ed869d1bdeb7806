#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/router/ordered_way.h"
#include "hw/router/route_draw.h"
#include "hw/router/route_function.h"
#include "hw/router/two_sets.h"

namespace tactus {
namespace {

DimensionList<int> reversed(const DimensionList<int>& order) {
  DimensionList<int> reverse;
  for (int i = order.count; i-- > 0;) reverse.push_back(order.of[static_cast<std::size_t>(i)]);
  return reverse;
}

/// The way of each set of VCs: in the order that the configuration says, and in the reverse order.
std::array<OrderedWay, 2> ways_of(const MachineConfig& config) {
  const DimensionList<int> order = dimension_order_of(config);
  return {OrderedWay(config, order, half_of_vcs(config.router.virtual_channels, 0)),
          OrderedWay(config, reversed(order), half_of_vcs(config.router.virtual_channels, 1))};
}

/// O1TURN (Seo, Ali, Lim, Rafique, Thottethodi: Near-optimal worst-case throughput routing for two-dimensional mesh
/// networks, ISCA 2005): chance decides for each packet whether it goes through the dimensions in their order or in the
/// reverse order. Either order has a set of VCs to itself, which a packet never leaves.
class O1Turn final : public RouteFunction {
 public:
  explicit O1Turn(const MachineConfig& config)
      : shape_(config.network),
        ports_(config.ports()),
        all_vcs_(config.router.all_vcs()),
        second_(half_of_vcs(config.router.virtual_channels, 1)),
        ways_(ways_of(config)) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    const int way = ports_.is_nic(in_port) ? RouteDraw(shape_, header).below(0, 2) : second_.has(in_vc) ? 1 : 0;
    const OrderedWay& ordered = ways_[static_cast<std::size_t>(way)];
    if (const auto link = ordered.next(here, header.destination, header.negative, in_port, in_vc)) return *link;
    return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
  }

 private:
  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  VcSet second_;
  std::array<OrderedWay, 2> ways_;
};

RoutingPolicy o1turn() {
  RoutingPolicy policy = in_two_sets();
  policy.name = "o1turn";
  policy.summary =
      "Chance decides for each packet whether it goes through the dimensions in order or in reverse order.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<O1Turn>(config);
  };
  policy.find_cycle = [](const MachineConfig& config) -> std::optional<std::vector<Channel>> {
    for (const OrderedWay& way : ways_of(config)) {
      if (auto cycle = way.find_cycle(config.network)) return cycle;
    }
    return std::nullopt;
  };
  return policy;
}
const Registered<RoutingKind> kO1Turn{o1turn()};

}  // namespace
}  // namespace tactus
