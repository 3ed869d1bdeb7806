#include <cstdint>
#include <cstdlib>
#include <memory>

#include "hw/router/route_draw.h"
#include "hw/router/two_sets.h"

namespace tactus {
namespace {

/// To the node that was drawn on the first set of VCs, and from there on the second one.
TwoSets two_ways(const MachineConfig& config) {
  const DimensionList<int> order = dimension_order_of(config);
  return {config, order, order};
}

/// In dimension order to a node that is drawn for each packet, and from there to the destination. The node is one of
/// all (Valiant, Brebner: Universal schemes for parallel communication, STOC 1981), or one of the box of all shortest
/// ways (ROMM: Nesson, Johnsson: ROMM routing on mesh and torus networks, SPAA 1995). A packet to its own node goes
/// there at once.
class ByANode final : public RouteFunction {
 public:
  ByANode(const MachineConfig& config, bool in_the_box)
      : shape_(config.network),
        ports_(config.ports()),
        all_vcs_(config.router.all_vcs()),
        in_the_box_(in_the_box),
        sets_(two_ways(config)) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    const auto& [to_node, from_node] = sets_.ways;
    if (ports_.is_nic(in_port) || !sets_.second.has(in_vc)) {
      if (const auto link = to_node.next(here, node_of(header), header.negative, in_port, in_vc)) return *link;
      in_port = ports_.nic_port(0);  // the second way begins here as if the packet came from a NIC
    }
    if (const auto link = from_node.next(here, header.destination, header.negative, in_port, in_vc)) return *link;
    return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
  }

 private:
  /// The node by which the packet goes.
  [[nodiscard]] Coordinate node_of(const RouteHeader& header) const {
    const Coordinate from = header.source;
    const Coordinate to = header.destination;
    if (from == to) return to;
    const RouteDraw draw(shape_, header);
    if (!in_the_box_) return shape_.coordinate(draw.below(0, shape_.nodes()));
    Coordinate steps;
    for (int d = 0; d < shape_.dimensions(); ++d) {
      const int offset = sets_.ways[0].offset(d, from, to, header.negative);
      const int far = draw.below(static_cast<unsigned>(d), std::abs(offset) + 1);
      steps.set(d, offset < 0 ? -far : far);
    }
    return shape_.wrapped(from, steps);
  }

  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  bool in_the_box_;
  TwoSets sets_;
};

template <bool InTheBox>
RoutingPolicy by_a_node(const char* name, const char* summary) {
  RoutingPolicy policy = in_two_sets();
  policy.name = name;
  policy.summary = summary;
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<ByANode>(config, InTheBox);
  };
  policy.find_cycle = [](const MachineConfig& config) { return two_ways(config).find_cycle(config.network); };
  return policy;
}

const Registered<RoutingKind> kValiant{
    by_a_node<false>("valiant", "A packet goes to a node drawn from all, and from there to its destination.")};
const Registered<RoutingKind> kRomm{by_a_node<true>(
    "romm", "A packet goes to a node drawn from its shortest ways, and from there to its destination.")};

}  // namespace
}  // namespace tactus
