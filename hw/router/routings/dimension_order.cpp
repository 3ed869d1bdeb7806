#include <cstdint>
#include <memory>

#include "hw/router/ordered_way.h"
#include "hw/router/route_function.h"

namespace tactus {
namespace {

VcSet all_vcs(const MachineConfig& config) { return {0, config.router.virtual_channels}; }

/// Through one dimension after the other, in the order that the configuration says, each by its shorter way. At its
/// destination, and so at once if it is sent to its own node, the packet goes to the NIC port, on any VC.
class DimensionOrder final : public RouteFunction {
 public:
  explicit DimensionOrder(const MachineConfig& config)
      : ports_(config.ports()),
        all_vcs_(config.router.all_vcs()),
        way_(config, dimension_order_of(config), all_vcs(config)) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    if (const auto link = way_.next(here, header.destination, header.negative, in_port, in_vc)) return *link;
    return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
  }

 private:
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  OrderedWay way_;
};

RoutingPolicy dimension_order() {
  RoutingPolicy policy;
  policy.name = "dimension_order";
  policy.summary = "A packet goes through one dimension after the other, in each the shorter way.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<DimensionOrder>(config);
  };
  policy.find_cycle = [](const MachineConfig& config) {
    return OrderedWay(config, dimension_order_of(config), all_vcs(config)).find_cycle(config.network);
  };
  policy.flow_level = true;
  policy.bubble = policy.reads_dateline = policy.reads_dimension_order = policy.reads_tie_break = true;
  return policy;
}
const Registered<RoutingKind> kDimensionOrder{dimension_order()};

}  // namespace
}  // namespace tactus
