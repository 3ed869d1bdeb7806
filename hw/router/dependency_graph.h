#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/router/channel.h"
#include "hw/router/route_function.h"

namespace tactus {

/// A cycle of channels each of which a packet can hold while it waits for the next (Dally and Seitz, 1987), in the
/// order of waiting, the last waiting for the first; nothing if the machine is free of deadlock. It is a shortest
/// one, and so names no channel twice.
/// `config` is valid (hw/common/machine_config.h), and all its packets arrive: `follow_network`
/// (hw/router/network_follower.h) says whether they do. A pure function; in dimension order 256x256 takes milliseconds.
std::optional<std::vector<Channel>> find_dependency_cycle(const MachineConfig& config);

/// Function that decides as a router does, with the arguments of RouteFunction::route. It must not depend on the
/// source.
using RouteRule = std::function<RouteDecision(Coordinate here, int in_port, int in_vc, const RouteHeader& header)>;

/// A cycle among the dependencies of any rule that goes through the dimensions in this order, never back on its way,
/// and treats all rings of a dimension alike, whatever VCs it permits.
std::optional<std::vector<Channel>> find_dependency_cycle(const NetworkShape& shape, const DimensionList<int>& order,
                                                          int virtual_channels, const RouteRule& rule);

}  // namespace tactus
