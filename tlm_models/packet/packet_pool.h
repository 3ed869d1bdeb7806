#pragma once

#include <cstdint>
#include <vector>

#include "hw/link/grant_sums.h"
#include "hw/link/packet_header.h"
#include "hw/memory/address_map.h"
#include "hw/router/route_function.h"

namespace tactus {

/// Number of a packet among those in flight.
using PacketIndex = std::int32_t;
inline constexpr PacketIndex kNoPacket = -1;

/// A packet between the NICs. One cache line.
struct alignas(64) PacketInFlight {
  std::uint64_t ready = 0;         ///< first edge at which SA can see its request at the router, as the next
  RouteDecision way;               ///< decision of the router where it waits, or to which it is on its way
  PacketIndex behind = kNoPacket;  ///< next packet of the same queue
  RouteHeader route;
  GrantAccount account = 0;  ///< account of its grants, if they are summed
  // As in its PacketHeader.
  std::uint32_t packet_index = 0;
  std::uint64_t extent : 48;  ///< its remote address if it is one-sided, else the length of its message
  std::uint64_t payload_bytes : 14;
  std::uint64_t one_sided : 1;
  std::uint64_t last : 1;
  std::uint32_t tag = 0;
  std::uint32_t create_cycle = 0;

  PacketInFlight() : extent(0), payload_bytes(0), one_sided(0), last(0) {}
  explicit PacketInFlight(const PacketHeader& header)
      : route(header.route),
        packet_index(header.transport.packet_index),
        extent(header.transport.one_sided ? header.remote_address : header.transport.message_bytes),
        payload_bytes(header.transport.payload_bytes),
        one_sided(header.transport.one_sided ? 1 : 0),
        last(header.transport.last ? 1 : 0),
        tag(header.transport.tag),
        create_cycle(header.transport.create_cycle) {}
  /// With the class that the VC of the packet tells.
  [[nodiscard]] PacketHeader header(std::uint8_t message_class) const {
    TransportHeader transport;
    transport.message_bytes = one_sided != 0 ? 0 : extent;
    transport.tag = tag;
    transport.packet_index = packet_index;
    transport.payload_bytes = static_cast<std::uint16_t>(payload_bytes);
    transport.one_sided = one_sided != 0;
    transport.last = last != 0;
    transport.create_cycle = create_cycle;
    return {route, transport, one_sided != 0 ? std::uint64_t{extent} : 0, message_class};
  }
};
static_assert(sizeof(PacketInFlight) == 64);
static_assert(kMessageBytesBits <= 48 && AddressMap::kAddressBits <= 48 && kLengthBits + 4 <= 14);

/// All packets in flight; places are used again, last in, first out.
class PacketPool {
 public:
  PacketInFlight& operator[](PacketIndex index) { return packets_[static_cast<std::size_t>(index)]; }
  const PacketInFlight& operator[](PacketIndex index) const { return packets_[static_cast<std::size_t>(index)]; }

  PacketIndex add(const PacketHeader& header) {
    PacketIndex index = free_;
    if (index == kNoPacket) {
      index = static_cast<PacketIndex>(packets_.size());
      packets_.emplace_back();
    } else {
      free_ = (*this)[index].behind;
    }
    (*this)[index] = PacketInFlight(header);
    ++in_flight_;
    return index;
  }
  void remove(PacketIndex index) {
    (*this)[index].behind = free_;
    free_ = index;
    --in_flight_;
  }
  /// With the class that the VC of the packet tells.
  [[nodiscard]] PacketHeader header(PacketIndex index, std::uint8_t message_class) const {
    return (*this)[index].header(message_class);
  }
  [[nodiscard]] std::uint64_t in_flight() const { return in_flight_; }

 private:
  std::vector<PacketInFlight> packets_;
  PacketIndex free_ = kNoPacket;
  std::uint64_t in_flight_ = 0;
};

}  // namespace tactus
