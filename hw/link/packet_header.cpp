#include "hw/link/packet_header.h"

#include "hw/common/router_config.h"

namespace tactus {
namespace {

/// Bits of the last flit's padding.
constexpr std::uint64_t kPaddingMask = 15;
/// Bits of the index in the second flit; those above stand in the first one.
constexpr int kLowIndexBits = 20;
/// Signs beside the length; those of the fifth and sixth dimension stand above the position of the destination, which
/// leaves two bits in its word then.
constexpr int kLowSigns = 4;
constexpr int kHighSignsBit = 30;

constexpr std::uint64_t field(std::uint64_t value, int lsb) { return value << lsb; }
constexpr std::uint64_t bits(std::uint64_t word, int lsb, int width) {
  return (word >> lsb) & ((std::uint64_t{1} << width) - 1);
}

/// What the flits of a packet hold behind its header.
std::uint64_t capacity(const RouteHeader& route) { return route.flits * kFlitBytes.count() - kHeaderBytes.count(); }

/// Bytes of the last flit without payload, of a packet whose message says its length: only its last packet has any.
std::uint64_t padding_of(const TransportHeader& transport) {
  return transport.last ? (0 - transport.message_bytes) & kPaddingMask : 0;
}

}  // namespace

Flit pack_head(const PacketHeader& header, int dimensions) {
  const RouteHeader& h = header.route;
  const TransportHeader& transport = header.transport;
  const std::uint64_t padding = (capacity(h) - transport.payload_bytes) & kPaddingMask;
  const std::uint64_t rest = transport.one_sided ? padding : transport.packet_index >> kLowIndexBits;
  const std::uint64_t place = transport.one_sided ? bits(header.remote_address, 42, 6) : h.destination_place;
  const std::uint64_t high_signs = dimensions > kLowSigns ? h.negative.bits() >> kLowSigns : 0;
  Flit flit;
  flit.data_lo = field(node_word(h.destination, dimensions), 0) | field(high_signs, kHighSignsBit) |
                 field(node_word(h.source, dimensions), 32);
  flit.data_hi = field(h.destination_nic, 0) | field(h.source_nic, 3) |
                 field(bits(h.negative.bits(), 0, kLowSigns), 6) | field(static_cast<std::uint64_t>(h.kind), 10) |
                 field(h.flits, 12) | field(place, 22) | field(rest, 28) | field(h.inject_cycle, 32);
  flit.valid = true;
  flit.head = true;
  return flit;
}

Flit pack_transport(const PacketHeader& header) {
  const TransportHeader& h = header.transport;
  const std::uint64_t place = h.one_sided ? bits(header.remote_address, 32, 6) : header.route.source_place;
  const std::uint64_t above = h.one_sided ? bits(header.remote_address, 38, 4) : bits(h.message_bytes, 32, 4);
  const std::uint64_t word = bits(h.one_sided ? header.remote_address : h.message_bytes, 0, 32);
  Flit flit;
  flit.data_lo = field(h.tag, 0) | field(word, 32);
  flit.data_hi = field(h.create_cycle, 0) | field(bits(h.packet_index, 0, kLowIndexBits), 32) | field(place, 52) |
                 field(above, 58) | field(h.last ? 1 : 0, 62) | field(h.one_sided ? 1 : 0, 63);
  flit.valid = true;
  return flit;
}

RouteHeader unpack_route(const Flit& head, int dimensions) {
  RouteHeader h;
  h.destination = node_of_word(static_cast<std::uint32_t>(head.data_lo), dimensions);
  h.source = node_of_word(static_cast<std::uint32_t>(head.data_lo >> 32), dimensions);
  h.destination_nic = static_cast<std::uint8_t>(bits(head.data_hi, 0, 3));
  h.source_nic = static_cast<std::uint8_t>(bits(head.data_hi, 3, 3));
  const std::uint64_t high_signs = dimensions > kLowSigns ? bits(head.data_lo, kHighSignsBit, 2) : 0;
  h.negative = OffsetSigns(static_cast<unsigned>(bits(head.data_hi, 6, kLowSigns) | high_signs << kLowSigns));
  h.kind = static_cast<PacketKind>(bits(head.data_hi, 10, 2));
  h.flits = static_cast<std::uint16_t>(bits(head.data_hi, 12, kLengthBits));
  h.inject_cycle = static_cast<std::uint32_t>(bits(head.data_hi, 32, 32));
  return h;
}

PacketHeader unpack(const Flit& head, const Flit& transport, int dimensions) {
  PacketHeader header{unpack_route(head, dimensions), {}, 0};
  TransportHeader& h = header.transport;
  h.tag = static_cast<std::uint32_t>(bits(transport.data_lo, 0, 32));
  h.create_cycle = static_cast<std::uint32_t>(bits(transport.data_hi, 0, 32));
  h.last = bits(transport.data_hi, 62, 1) != 0;
  h.one_sided = bits(transport.data_hi, 63, 1) != 0;
  const std::uint64_t index = bits(transport.data_hi, 32, kLowIndexBits);
  const std::uint64_t upper = bits(head.data_hi, 22, kPlaceBits);
  const std::uint64_t lower = bits(transport.data_hi, 52, kPlaceBits);
  const std::uint64_t above = bits(transport.data_hi, 58, 4);
  const std::uint64_t word = bits(transport.data_lo, 32, 32);
  const std::uint64_t rest = bits(head.data_hi, 28, 4);
  if (h.one_sided) {
    header.remote_address = upper << 42 | above << 38 | lower << 32 | word;
    h.packet_index = static_cast<std::uint32_t>(index);
    h.payload_bytes = static_cast<std::uint16_t>(capacity(header.route) - rest);
  } else {
    header.route.destination_place = static_cast<std::uint8_t>(upper);
    header.route.source_place = static_cast<std::uint8_t>(lower);
    h.message_bytes = above << 32 | word;
    h.packet_index = static_cast<std::uint32_t>(rest << kLowIndexBits | index);
    h.payload_bytes = static_cast<std::uint16_t>(capacity(header.route) - padding_of(h));
  }
  return header;
}

}  // namespace tactus
