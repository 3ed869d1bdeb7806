#pragma once

#include <cstdint>

#include "hw/link/grant_sums.h"
#include "hw/link/packet_header.h"
#include "hw/link/part_observer.h"
#include "tlm_models/packet/credit_line.h"

namespace tactus {

/// Packet or credits that leave one part of the network for another: a packet on its way to a router's input, or
/// credits to a router's output.
struct Crossing {
  int node = 0;  ///< where it goes
  std::uint8_t port = 0;
  std::uint8_t vc = 0;
  std::uint64_t ready = 0;  ///< edge of a packet: see PacketRouter::packet_coming
  CreditStream credits;     ///< none: it is a packet
  PacketHeader header;
  GrantAccount account = 0;  ///< account of the packet: see PacketInFlight
  PacketTimes times{};       ///< times of the packet, if the part has an observer
};

/// Takes what leaves the packet level for nodes on pins.
class BorderSink {
 public:
  virtual ~BorderSink() = default;
  /// `crossing.node` is one of them.
  virtual void cross(const Crossing& crossing) = 0;
};

}  // namespace tactus
