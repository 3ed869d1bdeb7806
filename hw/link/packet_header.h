#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/common/network_shape.h"
#include "hw/common/units.h"
#include "hw/link/flit.h"
#include "hw/link/packet_fields.h"

namespace tactus {

/// Kinds of packets: a piece of a message, or two flits from a receiving NIC to a sending one. Control packets carry in
/// `packet_index` how many packets they speak of. An acknowledgement says that those were taken in, and has in
/// `create_cycle` when the last of them was injected; a grant says that so many more may be sent.
enum class PacketKind : std::uint8_t { kData, kAcknowledgement, kGrant };

/// Bits of some fields, which are what limits messages and packets. Layout: docs/reference/packet_format.md.
inline constexpr int kLengthBits = packet_fields::kFlits.width;            ///< flits of a packet
inline constexpr int kPlaceBits = packet_fields::kDestinationPlace.width;  ///< place of a rank in its node
/// Bytes of a message.
inline constexpr int kMessageBytesBits =
    packet_fields::kMessageBytes31To0.width + packet_fields::kMessageBytes35To32.width;
/// Number of a packet in its message; the lower bits are those that a one-sided packet has too.
inline constexpr int kLowIndexBits = packet_fields::kPacketIndex19To0.width;
inline constexpr int kPacketIndexBits = kLowIndexBits + packet_fields::kPacketIndex23To20.width;

/// Packets that a message can have. The index of a one-sided packet lacks the bits in which it has its padding.
constexpr std::uint64_t most_packets(bool one_sided) {
  return std::uint64_t{1} << (one_sided ? kLowIndexBits : kPacketIndexBits);
}
/// The longest message, in packets of so much payload.
constexpr Bytes longest_message(Bytes payload) {
  return std::min(Bytes{(std::uint64_t{1} << kMessageBytesBits) - 1}, payload * most_packets(false));
}

/// All that routers look at, and between whom the packet goes. Bit layout (LSB first):
/// docs/reference/packet_format.md.
struct RouteHeader {
  NodePosition source;
  NodePosition destination;
  std::uint8_t source_nic = 0;       ///< 0..7
  std::uint8_t destination_nic = 0;  ///< 0..7
  /// Which of the ranks of either node sends and receives; 0 with one rank per node, and in one-sided packets.
  std::uint8_t source_place = 0;
  std::uint8_t destination_place = 0;
  OffsetSigns negative;  ///< signs of the way, for tie breaks
  PacketKind kind = PacketKind::kData;
  std::uint16_t flits = 2;         ///< packet length, header included, 2..1023
  std::uint32_t inject_cycle = 0;  ///< cycle in which the first flit was put on the NIC's port, modulo 2^32

  [[nodiscard]] bool is_control() const { return kind != PacketKind::kData; }
};

/// Second flit of a packet: all that the receiving NIC needs besides the route.
struct TransportHeader {
  std::uint64_t message_bytes = 0;  ///< length of the whole message; 0 in one-sided packets, which do not carry it
  std::uint32_t tag = 0;            ///< matches a posted receive; unique per pair of ranks in flight
  std::uint32_t packet_index = 0;   ///< position of the packet in its message, from 0; 24 bits, 20 if one-sided
  std::uint16_t payload_bytes = 0;  ///< payload of this packet, at most 15 less than its flits hold
  bool one_sided = false;           ///< written without a posted receive (open-loop traffic)
  bool last = false;                ///< no packet of its message comes behind it
  std::uint32_t create_cycle = 0;   ///< cycle in which software created the message, modulo 2^32
};

/// Header of one packet, as observers see it.
struct PacketHeader {
  RouteHeader route;
  TransportHeader transport;
  /// Where the payload of a one-sided packet is written, 48 bits; 0 in others.
  std::uint64_t remote_address = 0;
  /// Number of its class (RouterConfig::classes). Not among the bits: the VC that its flits are on says it.
  std::uint8_t message_class = 0;
};

/// The first flit of a packet, in a network of so many dimensions.
Flit pack_head(const PacketHeader& header, int dimensions);
/// The second one.
Flit pack_transport(const PacketHeader& header);
/// Route that the first flit carries. Its places are 0: only the second flit says whether there are any.
RouteHeader unpack_route(const Flit& head, int dimensions);
PacketHeader unpack(const Flit& head, const Flit& transport, int dimensions);

}  // namespace tactus
