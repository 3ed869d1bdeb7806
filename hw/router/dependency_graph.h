#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// A channel of the dependency graph: a VC of the link that leaves `node` in `direction`.
struct Channel {
  Coordinate node;
  Direction direction = Direction::kPlusX;
  int vc = 0;
};

/// A cycle of channels each of which a packet can hold while it waits for the next (Dally and Seitz, 1987),
/// found by following the routes of every pair of nodes; nothing if the machine is free of deadlock.
std::optional<std::vector<Channel>> find_dependency_cycle(const MachineConfig& config);

/// "(3,0) plus_x VC 0 -> (0,0) plus_x VC 0 -> ..."
std::string describe(const std::vector<Channel>& cycle);

}  // namespace tactus
