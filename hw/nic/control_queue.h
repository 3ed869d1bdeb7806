#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "hw/link/packet_header.h"

namespace tactus {

/// Packets that an engine still has to tell the engines that send to it. One packet tells a sender all that it is to
/// know, so there is never more than one for each sender. Decides only.
class ControlQueue {
 public:
  [[nodiscard]] bool empty() const { return queue_.empty(); }

  /// The sender of `packet` is to be told of `packets` more.
  void add(PacketKind kind, const RouteHeader& packet, std::uint32_t packets) {
    for (Entry& entry : queue_) {
      if (entry.to.source != packet.source || entry.to.source_nic != packet.source_nic) continue;
      entry.packets += packets;
      entry.to.inject_cycle = packet.inject_cycle;
      return;
    }
    queue_.push_back({packet, packets, kind});
  }

  /// Adds all that it has to `other`, and is empty.
  void move_to(ControlQueue& other) {
    for (const Entry& entry : queue_) other.add(entry.kind, entry.to, entry.packets);
    queue_.clear();
  }
  friend bool operator==(const ControlQueue& a, const ControlQueue& b) {
    return std::equal(a.queue_.begin(), a.queue_.end(), b.queue_.begin(), b.queue_.end(),
                      [](const Entry& one, const Entry& two) {
                        return one.kind == two.kind && one.packets == two.packets && one.to.source == two.to.source &&
                               one.to.source_nic == two.to.source_nic && one.to.inject_cycle == two.to.inject_cycle;
                      });
  }

  /// The oldest entry as a packet; there is one.
  PacketHeader take() {
    const Entry entry = queue_.front();
    queue_.pop_front();
    PacketHeader header;
    header.route.kind = entry.kind;
    header.route.source = entry.to.destination;
    header.route.source_nic = entry.to.destination_nic;
    header.route.destination = entry.to.source;
    header.route.destination_nic = entry.to.source_nic;
    // Back on a way half round it goes by the links that the packet came over.
    header.route.negative = entry.to.negative.reversed();
    header.transport.packet_index = entry.packets;
    header.transport.create_cycle = entry.to.inject_cycle;
    return header;
  }

 private:
  struct Entry {
    RouteHeader to;  ///< the last packet from there
    std::uint32_t packets = 0;
    PacketKind kind = PacketKind::kAcknowledgement;
  };
  std::deque<Entry> queue_;  ///< oldest first
};

}  // namespace tactus
