#include "testbench/parts/test_packet.h"

#include "hw/common/router_config.h"

namespace tactus {

std::vector<Flit> make_packet(const RouteHeader& header, std::uint32_t tag, int dimensions) {
  PacketHeader packet;
  packet.route = header;
  packet.transport.tag = tag;
  packet.transport.payload_bytes = static_cast<std::uint16_t>((header.flits - kHeaderFlits) * kFlitBytes.count());
  std::vector<Flit> flits = {pack_head(packet, dimensions), pack_transport(packet)};
  for (std::uint64_t i = kHeaderFlits; i < header.flits; ++i) {
    Flit payload;
    payload.valid = true;
    payload.data_lo = std::uint64_t{tag} << 32 | i;
    payload.data_hi = ~payload.data_lo;
    flits.push_back(payload);
  }
  flits.back().tail = true;
  return flits;
}

}  // namespace tactus
