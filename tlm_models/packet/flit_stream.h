#pragma once

#include <cstdint>
#include <deque>
#include <limits>

#include "hw/link/packet_header.h"
#include "hw/nic/payload_pattern.h"

namespace tactus {

/// Packets that are known ahead become flits: those of a packet in consecutive cycles from that of its head on, bit by
/// bit what the NIC that sent it put on its port, on the VC of this link. Plain class.
class FlitStream {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// In a network of so many dimensions.
  explicit FlitStream(int dimensions) : dimensions_(dimensions) {}

  /// The head goes in cycle `head`, after the tails of all packets that were added before.
  void add(const PacketHeader& header, int vc, std::uint64_t head);

  [[nodiscard]] bool empty() const { return packets_.empty(); }
  /// Cycle of the next flit, or kNever.
  [[nodiscard]] std::uint64_t next() const {
    return empty() ? kNever : packets_.front().head + static_cast<std::uint64_t>(sent_);
  }
  /// The flit of cycle `next()`; not when empty.
  Flit take();

 private:
  struct Packet {
    PacketHeader header;
    int vc = 0;
    std::uint64_t head = 0;
  };

  [[nodiscard]] Flit front_flit();

  const int dimensions_;
  std::deque<Packet> packets_;
  int sent_ = 0;  ///< flits of the first packet
  PayloadPattern pattern_;
};

}  // namespace tactus
