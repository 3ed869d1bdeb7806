#include "hw/router/dimension_order.h"

namespace tactus {

DimensionOrder::DimensionOrder(const MachineConfig& config)
    : dimensions_(config.network.dimensions()),
      first_nic_port_(config.ports().nic_port(0)),
      goes_minus_(policy(config.router.tie_break).goes_minus),
      dateline_(config.router.dateline, config.router.virtual_channels) {
  std::size_t place = 0;
  for (const int d : order_of(config.network, config.router)) {
    in_order_[place++] = {d, config.network.size(d), config.network.wraps(d)};
  }
}

DimensionList<int> DimensionOrder::order_of(const NetworkShape& shape, const RouterConfig& config) {
  DimensionList<int> order = config.dimension_order;
  for (int d = order.count; d < shape.dimensions(); ++d) order.push_back(d);
  return order;
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

}  // namespace tactus
