#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/router/dateline.h"
#include "hw/router/dependency_graph.h"
#include "hw/router/route_function.h"
#include "hw/router/tie_break.h"

namespace tactus {
namespace {

/// The dimensions of a valid machine in the order in which packets go through them.
DimensionList<int> order_of(const MachineConfig& config) {
  DimensionList<int> order = config.router.dimension_order;
  for (int d = order.count; d < config.network.dimensions(); ++d) order.push_back(d);
  return order;
}

/// Through one dimension after the other, in the order that the configuration says, each by its shorter way, with a
/// dateline rule in those that are rings (hw/router/dateline.h).
///
/// When both ways round a ring are equally long (n even, offset n/2), the tie break decides (hw/router/tie_break.h);
/// the sign in the header matters in no other case. A row has one way and any VC. At its destination, and so at once if
/// it is sent to its own node, the packet goes to the NIC port, on any VC.
class DimensionOrder final : public RouteFunction {
 public:
  explicit DimensionOrder(const MachineConfig& config);

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override;

 private:
  struct Dimension {
    int number = 0;
    int size = 0;
    bool wraps = true;
  };
  /// A node and where a packet leaves that dimension.
  struct Way {
    int here;
    int to;
    bool negative_sign;
  };

  [[nodiscard]] RouteDecision follow(const Dimension& dimension, const Way& way, int in_port, int in_vc) const;
  [[nodiscard]] bool goes_positive(const Dimension& dimension, const Way& way) const;

  int dimensions_;
  int first_nic_port_;
  bool (*goes_minus_)(const Tie& tie);  ///< null: plus at every tie
  DatelineRule dateline_;
  std::array<Dimension, kMaxDimensions> in_order_{};
};

DimensionOrder::DimensionOrder(const MachineConfig& config)
    : dimensions_(config.network.dimensions()),
      first_nic_port_(config.ports().nic_port(0)),
      goes_minus_(policy(config.router.tie_break).goes_minus),
      dateline_(config.router.dateline, config.router.virtual_channels) {
  std::size_t place = 0;
  for (const int d : order_of(config)) {
    in_order_[place++] = {d, config.network.size(d), config.network.wraps(d)};
  }
}

RouteDecision DimensionOrder::route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const {
  for (int place = 0; place < dimensions_; ++place) {
    const Dimension& dimension = in_order_[static_cast<std::size_t>(place)];
    const int d = dimension.number;
    if (here[d] == header.destination[d]) continue;
    return follow(dimension, {here[d], header.destination[d], header.negative[d]}, in_port, in_vc);
  }
  return {static_cast<std::uint8_t>(first_nic_port_ + header.destination_nic), dateline_.all_vcs()};
}

bool DimensionOrder::goes_positive(const Dimension& dimension, const Way& way) const {
  const int ahead = way.to - way.here;
  if (!dimension.wraps) return ahead > 0;
  const int twice_positive_distance = 2 * (ahead < 0 ? ahead + dimension.size : ahead);
  // A tie exists at the source only: the first link makes the rest of the way the shorter one.
  if (twice_positive_distance == dimension.size) {
    return goes_minus_ == nullptr || !goes_minus_({dimension.number, dimension.size, way.here, way.negative_sign});
  }
  return twice_positive_distance < dimension.size;
}

RouteDecision DimensionOrder::follow(const Dimension& dimension, const Way& way, int in_port, int in_vc) const {
  const bool plus = goes_positive(dimension, way);
  const Direction out = direction_of(dimension.number, !plus);
  // No circle can close in a row: it needs no classes.
  if (!dimension.wraps) return {static_cast<std::uint8_t>(out), dateline_.all_vcs()};
  RingStep step;
  step.enters = in_port != static_cast<int>(opposite(out));
  step.crosses = way.here == (plus ? dimension.size - 1 : 0);
  step.wraps = plus ? way.to < way.here : way.to > way.here;
  return {static_cast<std::uint8_t>(out), dateline_.vc_mask(step, in_vc)};
}

std::optional<std::vector<Channel>> find_cycle(const MachineConfig& config) {
  const DimensionOrder routes(config);
  const auto rule = [&routes](Coordinate here, int in_port, int in_vc, const RouteHeader& header) {
    return routes.route(here, in_port, in_vc, header);
  };
  return find_dependency_cycle(config.network, order_of(config), config.router.virtual_channels, rule);
}

RoutingPolicy dimension_order() {
  RoutingPolicy policy;
  policy.name = "dimension_order";
  policy.summary = "A packet goes through one dimension after the other, in each the shorter way.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<DimensionOrder>(config);
  };
  policy.find_cycle = find_cycle;
  policy.flow_level = true;
  policy.reads_dateline = policy.reads_dimension_order = policy.reads_tie_break = true;
  return policy;
}
const Registered<RoutingKind> kDimensionOrder{dimension_order()};

}  // namespace
}  // namespace tactus
