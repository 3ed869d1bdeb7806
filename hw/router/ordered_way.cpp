#include "hw/router/ordered_way.h"

#include <algorithm>

#include "hw/router/dependency_graph.h"

namespace tactus {

VcSet half_of_vcs(int virtual_channels, int set) {
  const int larger = (virtual_channels + 1) / 2;
  return set == 0 ? VcSet{0, larger} : VcSet{larger, virtual_channels - larger};
}

DimensionList<int> dimension_order_of(const MachineConfig& config) {
  DimensionList<int> order = config.router.dimension_order;
  for (int d = order.count; d < config.network.dimensions(); ++d) order.push_back(d);
  return order;
}

OrderedWay::OrderedWay(const MachineConfig& config, const DimensionList<int>& order, VcSet vcs)
    : dimensions_(config.network.dimensions()),
      vcs_(vcs),
      goes_minus_(policy(config.router.tie_break).goes_minus),
      dateline_(config.router.dateline, vcs.count),
      bubble_(config.router.flow_control == FlowControl::kBubble) {
  std::size_t place = 0;
  for (const int d : order) in_order_[place++] = {d, config.network.size(d), config.network.wraps(d)};
}

namespace {
std::uint8_t one_vc(int vc) { return static_cast<std::uint8_t>(1U << static_cast<unsigned>(vc)); }
}  // namespace

bool OrderedWay::breaks_tie_to_plus(const Dimension& dimension, const Step& step) const {
  return goes_minus_ == nullptr || !goes_minus_({dimension.number, dimension.size, step.here, step.negative_sign});
}

RouteDecision OrderedWay::bubble(std::uint8_t out_port, bool enters, int in_vc) const {
  if (!enters) return {out_port, one_vc(in_vc), 1};
  const std::uint8_t any = of_set(dateline_.all_vcs());
  return {out_port, any, 1, any};
}

int OrderedWay::offset(int dimension, Coordinate from, Coordinate to, OffsetSigns negative) const {
  const Dimension& of = *std::find_if(in_order_.begin(), in_order_.begin() + dimensions_,
                                      [dimension](const Dimension& each) { return each.number == dimension; });
  const int ahead = to[dimension] - from[dimension];
  if (ahead == 0 || !of.wraps) return ahead;
  const bool plus = goes_plus(of, {from[dimension], to[dimension], negative[dimension]});
  if (plus) return ahead < 0 ? ahead + of.size : ahead;
  return ahead > 0 ? ahead - of.size : ahead;
}

std::optional<std::vector<Channel>> OrderedWay::find_cycle(const NetworkShape& shape) const {
  DimensionList<int> order;
  for (int place = 0; place < dimensions_; ++place) order.push_back(in_order_[static_cast<std::size_t>(place)].number);
  const int nic_port = shape.directions();
  const auto rule = [this, nic_port](Coordinate here, int in_port, int in_vc, const RouteHeader& header) {
    const auto link = next(here, header.destination, header.negative, in_port, in_vc);
    return link.value_or(RouteDecision{static_cast<std::uint8_t>(nic_port), dateline_.all_vcs()});
  };
  return find_dependency_cycle(shape, order, vcs_.first + vcs_.count, rule);
}

}  // namespace tactus
