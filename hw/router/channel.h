#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/router/graph_cycle.h"

namespace tactus {

/// A channel of the dependency graph: a VC of the link that leaves `node` in `direction`.
struct Channel {
  Coordinate node;
  Direction direction = Direction::kPlusX;
  int vc = 0;
  friend constexpr bool operator==(const Channel& a, const Channel& b) {
    return a.node == b.node && a.direction == b.direction && a.vc == b.vc;
  }
};

/// The channels of the cycle that `find_cycle` finds among `channels` numbered ones, or none. `channel_of` tells which
/// channel a number stands for.
std::optional<std::vector<Channel>> find_channel_cycle(int channels, const SuccessorsOf& successors_of,
                                                       const std::function<Channel(int number)>& channel_of);

/// Takes `other` as the shortest cycle if it is one and shorter.
void take_shorter(std::optional<std::vector<Channel>>& shortest, std::optional<std::vector<Channel>> other);

/// "(3,0) plus_x VC 0 -> (0,0) plus_x VC 0 -> (3,0) plus_x VC 0": the first channel comes again at the end.
std::string describe(const NetworkShape& shape, const std::vector<Channel>& cycle);

}  // namespace tactus
