#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hw/router/channel.h"
#include "hw/router/ordered_way.h"
#include "hw/router/route_function.h"

namespace tactus {

/// Two ways, the first on the first half of the VCs and the second on the others. No packet goes from the second set
/// back to the first.
struct TwoSets {
  /// `config` is valid, and has two VCs at least; either order has each of its dimensions once.
  TwoSets(const MachineConfig& config, const DimensionList<int>& first_order, const DimensionList<int>& second_order);

  VcSet second;  ///< VCs of the second way
  std::array<OrderedWay, 2> ways;

  /// A circle among the channels that packets can hold and wait for. It lies within one of the sets.
  [[nodiscard]] std::optional<std::vector<Channel>> find_cycle(const NetworkShape& shape) const;
};

/// Common part of the registration of routings that draw a way for each packet, and use two sets of VCs.
RoutingPolicy in_two_sets();

}  // namespace tactus
