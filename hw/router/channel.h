#pragma once

#include <string>
#include <vector>

#include "hw/common/network_shape.h"

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

/// "(3,0) plus_x VC 0 -> (0,0) plus_x VC 0 -> (3,0) plus_x VC 0": the first channel comes again at the end.
std::string describe(const NetworkShape& shape, const std::vector<Channel>& cycle);

}  // namespace tactus
