#pragma once

#include <cstdint>
#include <limits>
#include <string>
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

/// A message of a closed-loop workload whose receiver has been told.
struct MessageRecord {
  std::uint64_t completed = 0;  ///< cycle
  std::uint64_t started = 0;    ///< cycle of the send call; 0 if nobody tells of it
  std::uint64_t bytes = 0;
  std::int32_t source = 0;       ///< rank
  std::int32_t destination = 0;  ///< rank
  std::uint32_t tag = 0;
  std::uint8_t nic = 0;

  [[nodiscard]] auto fields() const { return std::tie(completed, source, destination, nic, tag, bytes, started); }
  friend bool operator==(const MessageRecord& a, const MessageRecord& b) { return a.fields() == b.fields(); }
};

/// State that a machine shows in the middle of a cycle, as digests: equal if all of it is.
struct ObservableSample {
  std::uint64_t cycle = 0;
  std::uint64_t links = 0;     ///< flits that each link has sent
  std::uint64_t buffers = 0;   ///< flits in each buffer of each router
  std::uint64_t moving = 0;    ///< flits that have moved anywhere, and those in flight
  std::uint64_t counters = 0;  ///< the NICs' counters
};

/// Outcome of a run that is kept until its end: all but its packets.
struct RunOutcome {
  std::vector<MessageRecord> messages;    ///< by cycle, then by their other fields
  std::vector<ObservableSample> samples;  ///< by cycle; none at levels without a machine
  std::string result;                     ///< result.json without `host` and `level`; empty after a violation
  std::string violation;                  ///< the fault that the model found; empty if there is none
  double user_cpu_s = 0;
};

}  // namespace tactus
