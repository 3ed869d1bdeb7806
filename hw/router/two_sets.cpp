#include "hw/router/two_sets.h"

#include <string>

namespace tactus {

TwoSets::TwoSets(const MachineConfig& config, const DimensionList<int>& first_order,
                 const DimensionList<int>& second_order)
    : second(half_of_vcs(config.router.virtual_channels, 1)),
      ways{OrderedWay(config, first_order, half_of_vcs(config.router.virtual_channels, 0)),
           OrderedWay(config, second_order, second)} {}

std::optional<std::vector<Channel>> TwoSets::find_cycle(const NetworkShape& shape) const {
  std::optional<std::vector<Channel>> shortest;
  for (const OrderedWay& way : ways) take_shorter(shortest, way.find_cycle(shape));
  return shortest;
}

RoutingPolicy in_two_sets() {
  RoutingPolicy policy;
  policy.refuses = [](const MachineConfig& config) -> std::string {
    if (config.router.virtual_channels >= 2) return {};
    return "parts the virtual channels into two sets: set router.virtual_channels to 2 or more, with rings to 4 or "
           "more";
  };
  policy.draws = true;
  policy.sets = 2;
  policy.bubble = policy.reads_dateline = policy.reads_dimension_order = policy.reads_tie_break = true;
  return policy;
}

}  // namespace tactus
