#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/router/channel.h"
#include "hw/router/route_function.h"

namespace tactus {

/// Result of following every packet through a network.
struct FollowedNetwork {
  std::string fault;  ///< a packet that does not arrive as it should, and where it goes wrong; empty if all arrive
  /// If all arrive: a cycle of channels each of which a packet can hold while it waits for the next, in the order of
  /// waiting; nothing if the routes are free of deadlock.
  std::optional<std::vector<Channel>> cycle;
};

/// Follows the packets of a valid machine from every NIC and VC of every node to every NIC of every node, but for nodes
/// whose routers are dead, and to those that break, with every combination of signs, along all VCs that `routes`
/// permits. Each packet has to arrive at its own NIC, over links that there are, on VCs that there are, without ever
/// coming back to where it was. A network of more than 2^33 packets is not followed, and has that fault.
FollowedNetwork follow_network(const MachineConfig& config, const RouteFunction& routes);

}  // namespace tactus
