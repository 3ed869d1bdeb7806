#pragma once

#include "hw/link/packet_observer.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// A packet that a test tells an observer about: 128 flits from (0, 0), NIC 0, to (1, 0), NIC 0, a message of its
/// own.
inline PacketHeader packet_injected_at(Cycles cycle, unsigned flits = 128) {
  PacketHeader header;
  header.route.destination = {1, 0};
  header.route.flits = static_cast<std::uint8_t>(flits);
  header.route.inject_cycle = static_cast<std::uint32_t>(cycle.count());
  header.transport.payload_bytes = static_cast<std::uint16_t>((flits - 2) * 16);
  header.transport.message_bytes = header.transport.payload_bytes;
  header.transport.last = true;
  return header;
}

/// The message that consists of this packet, on a torus two nodes wide.
inline MessageEvent message_of(const PacketHeader& header) {
  const NetworkShape torus{2, 2};
  return {torus.node(header.route.source), torus.node(header.route.destination), header.route.source_nic,
          header.transport.tag, Bytes{header.transport.message_bytes}};
}

}  // namespace tactus
