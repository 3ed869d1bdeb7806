#include "hw/router/packet_order.h"

#include "hw/common/router_ports.h"

namespace tactus {

std::optional<Coordinate> find_overtaking(const MachineConfig& config, const RouteFunction& routes,
                                          const RouteHeader& header) {
  if (policy(config.router.routing).ways_differ()) return header.source;
  const NetworkShape& shape = config.network;
  Coordinate here = header.source;
  int in_port = config.ports().nic_port(header.source_nic);
  int in_vc = 0;
  for (;;) {
    const RouteDecision next = routes.route(here, in_port, in_vc, header);
    // One link leads to the NIC: a packet is on it before the next one leaves its queue.
    if (next.out_port >= shape.directions()) return std::nullopt;
    if ((next.vc_mask & (next.vc_mask - 1)) != 0) return here;
    const auto direction = static_cast<Direction>(next.out_port);
    here = shape.neighbour(here, direction);
    in_port = static_cast<int>(opposite(direction));
    in_vc = __builtin_ctz(next.vc_mask);
  }
}

}  // namespace tactus
