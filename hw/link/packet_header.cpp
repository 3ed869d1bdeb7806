#include "hw/link/packet_header.h"

#include "hw/common/router_config.h"

namespace tactus {
namespace {

constexpr int kCoordinateBits = 8;
/// Bits of the last flit's padding.
constexpr std::uint64_t kPaddingMask = 15;

constexpr std::uint64_t field(std::uint64_t value, int lsb) { return value << lsb; }
constexpr std::uint64_t bits(std::uint64_t word, int lsb, int width) {
  return (word >> lsb) & ((std::uint64_t{1} << width) - 1);
}

std::uint64_t field(Coordinate coordinate, int lsb) {
  std::uint64_t word = 0;
  for (int d = 0; d < kMaxDimensions; ++d) {
    word |= field(static_cast<std::uint8_t>(coordinate[d]), lsb + d * kCoordinateBits);
  }
  return word;
}

Coordinate coordinate(std::uint64_t word, int lsb) {
  Coordinate c;
  for (int d = 0; d < kMaxDimensions; ++d) {
    c.set(d, static_cast<int>(bits(word, lsb + d * kCoordinateBits, kCoordinateBits)));
  }
  return c;
}

/// What the flits of a packet hold behind its header.
int capacity(const RouteHeader& route) {
  return route.flits * static_cast<int>(kFlitBytes.count()) - static_cast<int>(kHeaderBytes.count());
}

}  // namespace

Flit pack_head(const PacketHeader& header) {
  const RouteHeader& h = header.route;
  const std::uint64_t padding = static_cast<std::uint64_t>(capacity(h) - header.transport.payload_bytes) & kPaddingMask;
  const std::uint64_t place = header.transport.one_sided ? bits(header.remote_address, 40, 8) : h.destination_place;
  Flit flit;
  flit.data_lo = field(h.destination, 0) | field(h.source, 32);
  flit.data_hi = field(h.destination_nic, 0) | field(h.source_nic, 3) | field(h.negative.bits(), 6) |
                 field(static_cast<std::uint64_t>(h.kind), 10) | field(h.flits, 12) | field(place, 20) |
                 field(padding, 28) | field(h.inject_cycle, 32);
  flit.valid = true;
  flit.head = true;
  return flit;
}

Flit pack_transport(const PacketHeader& header) {
  const TransportHeader& h = header.transport;
  const std::uint64_t place = h.one_sided ? bits(header.remote_address, 32, 8) : header.route.source_place;
  const std::uint64_t word = h.one_sided ? bits(header.remote_address, 0, 32) : h.message_bytes;
  Flit flit;
  flit.data_lo = field(h.tag, 0) | field(word, 32);
  flit.data_hi = field(h.create_cycle, 0) | field(h.packet_index, 32) | field(place, 52) | field(h.last ? 1 : 0, 62) |
                 field(h.one_sided ? 1 : 0, 63);
  flit.valid = true;
  return flit;
}

RouteHeader unpack_route(const Flit& head) {
  RouteHeader h;
  h.destination = coordinate(head.data_lo, 0);
  h.source = coordinate(head.data_lo, 32);
  h.destination_nic = static_cast<std::uint8_t>(bits(head.data_hi, 0, 3));
  h.source_nic = static_cast<std::uint8_t>(bits(head.data_hi, 3, 3));
  h.negative = OffsetSigns(static_cast<unsigned>(bits(head.data_hi, 6, 4)));
  h.kind = static_cast<PacketKind>(bits(head.data_hi, 10, 2));
  h.flits = static_cast<std::uint8_t>(bits(head.data_hi, 12, 8));
  h.inject_cycle = static_cast<std::uint32_t>(bits(head.data_hi, 32, 32));
  return h;
}

PacketHeader unpack(const Flit& head, const Flit& transport) {
  PacketHeader header{unpack_route(head), {}, 0};
  TransportHeader& h = header.transport;
  h.tag = static_cast<std::uint32_t>(bits(transport.data_lo, 0, 32));
  h.create_cycle = static_cast<std::uint32_t>(bits(transport.data_hi, 0, 32));
  h.packet_index = static_cast<std::uint32_t>(bits(transport.data_hi, 32, 20));
  h.payload_bytes = static_cast<std::uint16_t>(capacity(header.route) - static_cast<int>(bits(head.data_hi, 28, 4)));
  h.last = bits(transport.data_hi, 62, 1) != 0;
  h.one_sided = bits(transport.data_hi, 63, 1) != 0;
  const std::uint64_t upper = bits(head.data_hi, 20, 8);
  const std::uint64_t lower = bits(transport.data_hi, 52, 8);
  const std::uint64_t word = bits(transport.data_lo, 32, 32);
  if (h.one_sided) {
    header.remote_address = upper << 40 | lower << 32 | word;
  } else {
    header.route.destination_place = static_cast<std::uint8_t>(upper);
    header.route.source_place = static_cast<std::uint8_t>(lower);
    h.message_bytes = static_cast<std::uint32_t>(word);
  }
  return header;
}

}  // namespace tactus
