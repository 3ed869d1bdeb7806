#pragma once

#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// A packet at one router: the grant of SA.
struct HopRecord {
  std::uint64_t cycle = 0;
  std::int32_t node = 0;
  std::uint8_t in_port = 0;
  std::uint8_t out_port = 0;
  std::uint8_t out_vc = 0;

  [[nodiscard]] auto fields() const { return std::tie(cycle, node, in_port, out_port, out_vc); }
  friend bool operator==(const HopRecord& a, const HopRecord& b) { return a.fields() == b.fields(); }
};

/// A packet from injection to delivery, but for its hops.
struct PacketRecord {
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t injected = 0;
  std::uint64_t delivered = kNever;  ///< kNever: the run ended before
  std::uint64_t split = 0;           ///< digest of what its latency was spent on; 0: nobody asked
  std::uint64_t number = 0;          ///< number among the packets that its engine has injected, from 0
  std::int32_t source = 0;           ///< node
  std::int32_t destination = 0;      ///< node
  std::uint32_t tag = 0;
  std::uint32_t packet_index = 0;  ///< in its message
  std::uint32_t create_cycle = 0;
  std::uint16_t payload_bytes = 0;
  std::uint16_t flits = 0;
  std::uint8_t source_nic = 0;
  std::uint8_t destination_nic = 0;
  std::uint8_t source_place = 0;
  std::uint8_t destination_place = 0;
  std::uint8_t kind = 0;  ///< PacketKind

  /// Fields that tell the packet from others, whenever it moves.
  [[nodiscard]] auto identity() const {
    return std::tie(source, source_place, source_nic, destination, destination_place, destination_nic, tag,
                    packet_index, create_cycle, payload_bytes, flits, kind);
  }
  /// Where it stands in a run, whatever it is: engine (node, NIC) and number.
  [[nodiscard]] auto place() const { return std::make_tuple(source, source_nic, number); }
};

/// Everything that a packet did.
struct PacketHistory : PacketRecord {
  std::vector<HopRecord> hops;  ///< in order

  /// It came later than in an idle network, `(4 + D) * links + flits + 4` cycles after injection (docs/timing.md), or
  /// had not come when the run ended.
  [[nodiscard]] bool waited(const MachineConfig& machine) const {
    if (delivered == kNever) return true;
    return delivered - injected > (4 + machine.longest_link_delay().count()) * (hops.size() - 1) + flits + 4;
  }
};

}  // namespace tactus
