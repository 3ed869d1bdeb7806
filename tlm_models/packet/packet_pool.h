#pragma once

#include <cstdint>
#include <vector>

#include "hw/link/packet_header.h"
#include "hw/router/route_function.h"

namespace tactus {

/// Number of a packet among those in flight.
using PacketIndex = std::int32_t;
inline constexpr PacketIndex kNoPacket = -1;

/// A packet between the NICs, but for its remote address, which no router looks at. One cache line.
struct alignas(64) PacketInFlight {
  std::uint64_t ready = 0;         ///< first edge at which SA can see its request at the router, as the next
  RouteDecision way;               ///< decision of the router where it waits, or to which it is on its way
  PacketIndex behind = kNoPacket;  ///< next packet of the same queue
  RouteHeader route;
  TransportHeader transport;
};
static_assert(sizeof(PacketInFlight) == 64);

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
      remote_addresses_.emplace_back();
    } else {
      free_ = (*this)[index].behind;
    }
    (*this)[index] = {0, {0, 0}, kNoPacket, header.route, header.transport};
    if (header.transport.one_sided) remote_addresses_[static_cast<std::size_t>(index)] = header.remote_address;
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
    const PacketInFlight& packet = (*this)[index];
    const bool one_sided = packet.transport.one_sided;
    return {packet.route, packet.transport, one_sided ? remote_addresses_[static_cast<std::size_t>(index)] : 0,
            message_class};
  }
  [[nodiscard]] std::uint64_t in_flight() const { return in_flight_; }

 private:
  std::vector<PacketInFlight> packets_;
  std::vector<std::uint64_t> remote_addresses_;  ///< addresses of the one-sided packets
  PacketIndex free_ = kNoPacket;
  std::uint64_t in_flight_ = 0;
};

}  // namespace tactus
