#include "hw/node/first_output.h"

namespace tactus {

OutputRoom FirstOutput::towards(const RouteHeader& packet, Cycles /*now*/) const {
  const RouteDecision route = routes_->route(position_, ports_.nic_port(packet.source_nic), 0, packet);
  OutputRoom room;
  for (unsigned rest = route.vc_mask; rest != 0; rest &= rest - 1) {
    room.free += router_.credits(route.out_port, __builtin_ctz(rest));
    room.capacity += router_.credit_capacity(route.out_port);
  }
  return room;
}

}  // namespace tactus
