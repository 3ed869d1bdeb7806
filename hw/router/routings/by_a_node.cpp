#include <array>
#include <cstdint>
#include <cstdlib>
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

/// The way of each set of VCs: to the node that was drawn, and from there on.
std::array<OrderedWay, 2> ways_of(const MachineConfig& config) {
  const DimensionList<int> order = dimension_order_of(config);
  return {OrderedWay(config, order, half_of_vcs(config.router.virtual_channels, 0)),
          OrderedWay(config, order, half_of_vcs(config.router.virtual_channels, 1))};
}

std::optional<std::vector<Channel>> find_cycle(const MachineConfig& config) {
  // No packet goes from the second set back to the first: a circle lies in one of them.
  for (const OrderedWay& way : ways_of(config)) {
    if (auto cycle = way.find_cycle(config.network)) return cycle;
  }
  return std::nullopt;
}

/// In dimension order to a node that is drawn for each packet, on the first set of VCs, and from there to the
/// destination, on the second one. The node is one of all (Valiant, Brebner: Universal schemes for parallel
/// communication, STOC 1981), or one of the box of all shortest ways (ROMM: Nesson, Johnsson: ROMM routing on mesh and
/// torus networks, SPAA 1995). A packet to its own node goes there at once.
class ByANode final : public RouteFunction {
 public:
  ByANode(const MachineConfig& config, bool in_the_box)
      : shape_(config.network),
        ports_(config.ports()),
        all_vcs_(config.router.all_vcs()),
        in_the_box_(in_the_box),
        second_(half_of_vcs(config.router.virtual_channels, 1)),
        ways_(ways_of(config)) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    const bool injected = ports_.is_nic(in_port);
    if (injected || !second_.has(in_vc)) {
      if (const auto link = ways_[0].next(here, middle(header), header.negative, in_port, in_vc)) return *link;
      in_port = ports_.nic_port(0);  // the second way begins here as if the packet came from a NIC
    }
    if (const auto link = ways_[1].next(here, header.destination, header.negative, in_port, in_vc)) return *link;
    return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
  }

 private:
  /// The node by which the packet goes.
  [[nodiscard]] Coordinate middle(const RouteHeader& header) const {
    const Coordinate from = header.source;
    const Coordinate to = header.destination;
    if (from == to) return to;
    const RouteDraw draw(shape_, header);
    if (!in_the_box_) return shape_.coordinate(draw.below(0, shape_.nodes()));
    Coordinate steps;
    for (int d = 0; d < shape_.dimensions(); ++d) {
      const int offset = ways_[0].offset(d, from, to, header.negative);
      const int far = draw.below(static_cast<unsigned>(d), std::abs(offset) + 1);
      steps.set(d, offset < 0 ? -far : far);
    }
    return shape_.wrapped(from, steps);
  }

  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  bool in_the_box_;
  VcSet second_;
  std::array<OrderedWay, 2> ways_;
};

RoutingPolicy valiant() {
  RoutingPolicy policy = in_two_sets();
  policy.name = "valiant";
  policy.summary = "A packet goes to a node drawn from all, and from there to its destination.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<ByANode>(config, false);
  };
  policy.find_cycle = find_cycle;
  return policy;
}

RoutingPolicy romm() {
  RoutingPolicy policy = in_two_sets();
  policy.name = "romm";
  policy.summary = "A packet goes to a node drawn from its shortest ways, and from there to its destination.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<ByANode>(config, true);
  };
  policy.find_cycle = find_cycle;
  return policy;
}

const Registered<RoutingKind> kValiant{valiant()};
const Registered<RoutingKind> kRomm{romm()};

}  // namespace
}  // namespace tactus
