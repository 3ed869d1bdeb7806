#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/router/route_function.h"

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

/// A cycle of channels each of which a packet can hold while it waits for the next (Dally and Seitz, 1987), in the
/// order of waiting, the last waiting for the first; nothing if the machine is free of deadlock. It is a shortest
/// one through its first channel, and so names no channel twice.
/// `config` is valid (hw/common/machine_config.h). A pure function; 256x256 takes milliseconds.
std::optional<std::vector<Channel>> find_dependency_cycle(const MachineConfig& config);

/// Function that decides as a router does, with the arguments of RouteFunction::route. It must not depend on the
/// source.
using RouteRule = std::function<RouteDecision(Coordinate here, int in_port, int in_vc, const RouteHeader& header)>;

/// A cycle among the dependencies of any rule that goes through the dimensions in this order, never back on its way,
/// and treats all rings of a dimension alike, whatever VCs it permits.
std::optional<std::vector<Channel>> find_dependency_cycle(const NetworkShape& shape, const DimensionList<int>& order,
                                                          int virtual_channels, const RouteRule& rule);

/// "(3,0) plus_x VC 0 -> (0,0) plus_x VC 0 -> (3,0) plus_x VC 0": the first channel comes again at the end.
std::string describe(const NetworkShape& shape, const std::vector<Channel>& cycle);

}  // namespace tactus
