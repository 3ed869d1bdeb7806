#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/router_ports.h"
#include "hw/link/packet_header.h"

namespace tactus {

/// Packets that an engine may still send because their receiver has granted them. One message of an engine is under way
/// at a time, and its last packet waits for the last of its grants: so a count will do, whatever overtakes what.
class GrantedPackets {
 public:
  [[nodiscard]] bool any(const RouteHeader& packet) const { return of_[packet.source_nic] != 0; }
  void use(const RouteHeader& packet) { --of_[packet.source_nic]; }
  /// Adds the packets of a grant that has come.
  void add(const PacketHeader& grant) { of_[grant.route.destination_nic] += grant.transport.packet_index; }
  [[nodiscard]] std::vector<std::string> final_faults() const;

 private:
  std::array<std::uint32_t, kMaxNics> of_{};  ///< by engine
};

/// A message of which a receiver has not yet granted all packets.
struct Backlog {
  RouteHeader from;  ///< its first packet
  std::uint32_t packets = 0;
};

}  // namespace tactus
