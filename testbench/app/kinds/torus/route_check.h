#pragma once

#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/router/channel.h"

namespace tactus {

/// A fault if `machine`, which has no other faults, has no routes by its routing, if a packet would not arrive, or if
/// packets can come to wait for each other in a circle: it names the packet or the circle.
std::vector<ConfigFault> find_route_faults(const MachineConfig& machine);

/// The circle in words, with its drawing if there is one.
std::string text_of_circle(const MachineConfig& machine, const std::vector<Channel>& circle);

}  // namespace tactus
