#include "hw/link/packet_header.h"

#include "hw/common/router_config.h"

namespace tactus {
namespace {

namespace field = packet_fields;

/// Bits of the last flit's padding.
constexpr std::uint64_t kPaddingMask = 15;
/// The signs of the fifth and sixth dimension stand above the position of the destination, which leaves two bits in its
/// word then.
constexpr int kLowSigns = field::kNegative.width;
constexpr BitField kHighSigns{30, 2};

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
  Flit flit;
  put(flit, field::kDestination, node_word(h.destination, dimensions));
  if (dimensions > kLowSigns) put(flit, kHighSigns, h.negative.bits() >> kLowSigns);
  put(flit, field::kSource, node_word(h.source, dimensions));
  put(flit, field::kDestinationNic, h.destination_nic);
  put(flit, field::kSourceNic, h.source_nic);
  put(flit, field::kNegative, h.negative.bits());
  put(flit, field::kKind, static_cast<std::uint64_t>(h.kind));
  put(flit, field::kFlits, h.flits);
  if (transport.one_sided) {
    put(flit, field::kRemoteAddress47To42, header.remote_address >> 42);
    put(flit, field::kPadding, capacity(h) - transport.payload_bytes);
  } else {
    put(flit, field::kDestinationPlace, h.destination_place);
    put(flit, field::kPacketIndex23To20, transport.packet_index >> kLowIndexBits);
  }
  put(flit, field::kInjectCycle, h.inject_cycle);
  flit.valid = true;
  flit.head = true;
  return flit;
}

Flit pack_transport(const PacketHeader& header) {
  const TransportHeader& h = header.transport;
  Flit flit;
  put(flit, field::kTag, h.tag);
  put(flit, field::kCreateCycle, h.create_cycle);
  put(flit, field::kPacketIndex19To0, h.packet_index);
  if (h.one_sided) {
    put(flit, field::kRemoteAddress31To0, header.remote_address);
    put(flit, field::kRemoteAddress37To32, header.remote_address >> 32);
    put(flit, field::kRemoteAddress41To38, header.remote_address >> 38);
  } else {
    put(flit, field::kMessageBytes31To0, h.message_bytes);
    put(flit, field::kSourcePlace, header.route.source_place);
    put(flit, field::kMessageBytes35To32, h.message_bytes >> 32);
  }
  put(flit, field::kLast, h.last ? 1 : 0);
  put(flit, field::kOneSided, h.one_sided ? 1 : 0);
  flit.valid = true;
  return flit;
}

RouteHeader unpack_route(const Flit& head, int dimensions) {
  RouteHeader h;
  h.destination = node_of_word(static_cast<std::uint32_t>(get(head, field::kDestination)), dimensions);
  h.source = node_of_word(static_cast<std::uint32_t>(get(head, field::kSource)), dimensions);
  h.destination_nic = static_cast<std::uint8_t>(get(head, field::kDestinationNic));
  h.source_nic = static_cast<std::uint8_t>(get(head, field::kSourceNic));
  const std::uint64_t high_signs = dimensions > kLowSigns ? get(head, kHighSigns) : 0;
  h.negative = OffsetSigns(static_cast<unsigned>(get(head, field::kNegative) | high_signs << kLowSigns));
  h.kind = static_cast<PacketKind>(get(head, field::kKind));
  h.flits = static_cast<std::uint16_t>(get(head, field::kFlits));
  h.inject_cycle = static_cast<std::uint32_t>(get(head, field::kInjectCycle));
  return h;
}

PacketHeader unpack(const Flit& head, const Flit& transport, int dimensions) {
  PacketHeader header{unpack_route(head, dimensions), {}, 0};
  TransportHeader& h = header.transport;
  h.tag = static_cast<std::uint32_t>(get(transport, field::kTag));
  h.create_cycle = static_cast<std::uint32_t>(get(transport, field::kCreateCycle));
  h.last = get(transport, field::kLast) != 0;
  h.one_sided = get(transport, field::kOneSided) != 0;
  h.packet_index = static_cast<std::uint32_t>(get(transport, field::kPacketIndex19To0));
  if (h.one_sided) {
    header.remote_address =
        get(head, field::kRemoteAddress47To42) << 42 | get(transport, field::kRemoteAddress41To38) << 38 |
        get(transport, field::kRemoteAddress37To32) << 32 | get(transport, field::kRemoteAddress31To0);
    h.payload_bytes = static_cast<std::uint16_t>(capacity(header.route) - get(head, field::kPadding));
  } else {
    header.route.destination_place = static_cast<std::uint8_t>(get(head, field::kDestinationPlace));
    header.route.source_place = static_cast<std::uint8_t>(get(transport, field::kSourcePlace));
    h.message_bytes = get(transport, field::kMessageBytes35To32) << 32 | get(transport, field::kMessageBytes31To0);
    h.packet_index |= static_cast<std::uint32_t>(get(head, field::kPacketIndex23To20)) << kLowIndexBits;
    h.payload_bytes = static_cast<std::uint16_t>(capacity(header.route) - padding_of(h));
  }
  return header;
}

}  // namespace tactus
