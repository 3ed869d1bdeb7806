#include "tlm_models/packet/packet_assembly.h"

#include <fmt/core.h>

namespace tactus {

const PacketAssembly::Packet* PacketAssembly::take(const Flit& flit, std::uint64_t now) {
  if (flit.vc >= config_.router.virtual_channels) {
    throw Fault{fmt::format("a flit on VC {}, which does not exist", flit.vc)};
  }
  flit.head ? take_head(flit, now) : take_body(flit, now);
  const bool known = taken_ == kHeaderFlits;
  if (flit.tail) taken_ = 0;
  return known ? &packet_ : nullptr;
}

void PacketAssembly::take_head(const Flit& flit, std::uint64_t now) {
  if (taken_ != 0) throw Fault{"a head flit before the tail of the last packet"};
  const RouteHeader route = unpack_route(flit, config_.network.dimensions());
  if (flit.tail || route.flits < kHeaderFlits) throw Fault{"a packet shorter than its header"};
  const Coordinate to = route.destination;
  if (!config_.network.contains(to)) {
    throw Fault{fmt::format("a packet to {}, which does not exist", config_.network.text(to))};
  }
  packet_ = {{route, {}, 0}, flit.vc, now};
  first_ = flit;
  taken_ = 1;
}

void PacketAssembly::take_body(const Flit& flit, std::uint64_t now) {
  if (taken_ == 0) throw Fault{"a flit that belongs to no packet"};
  if (flit.vc != packet_.vc) throw Fault{fmt::format("a packet on VC {} goes on on VC {}", packet_.vc, flit.vc)};
  if (now != packet_.head + static_cast<std::uint64_t>(taken_)) throw Fault{"a packet with a bubble"};
  if (flit.tail != (++taken_ == packet_.header.route.flits)) {
    throw Fault{"a packet longer or shorter than its header says"};
  }
  if (taken_ == kHeaderFlits) {
    packet_.header = unpack(first_, flit, config_.network.dimensions());
    packet_.header.message_class = config_.router.class_of(flit.vc);
  }
}

}  // namespace tactus
