#pragma once

#include <vector>

#include "hw/link/link_channel.h"
#include "testbench/parts/dice.h"

namespace tactus {

/// One direction of a link with packets to send and somebody who takes them out of their buffers after a while.
class LinkBench final : public LinkSender, public LinkReceiver, public TimedPart {
 public:
  explicit LinkBench(const LinkChannelConfig& config) : channel_(config, events_) {
    channel_.connect(*this, 0, *this, 0, nullptr);
  }

  void add(LinkPacket packet) {
    packet.ready = events_.now();
    packet.address = sent_.size() + to_send_.size();
    to_send_.push_back(packet);
  }
  /// Sends everything. Packets stay in their buffers for `hold`, and up to `hold + scatter`.
  void run(Picoseconds hold, Picoseconds scatter = {}, std::uint64_t seed = 1) {
    hold_ = hold;
    scatter_ = scatter;
    dice_ = Dice(seed);
    may_send(0, events_.now());
    events_.run();
  }

  void may_send(int /*port*/, Picoseconds now) override {
    while (sent_.size() < to_send_.size()) {
      const LinkPacket& packet = to_send_[sent_.size()];
      const LinkObstacle obstacle = channel_.obstacle(packet.traffic, packet.payload, now);
      channel_.wake_when(obstacle, packet.traffic, now);
      if (obstacle != LinkObstacle::kNone) return;
      channel_.send(packet, now);
      sent_.push_back(packet);
    }
  }
  void arrived(int /*port*/, const LinkPacket& packet, Picoseconds now) override {
    received_.push_back(packet);
    Picoseconds until = now + hold_;
    if (scatter_.count() != 0) until += Picoseconds{dice_.bits() % scatter_.count()};
    events_.at(until, *this, static_cast<std::uint32_t>(received_.size() - 1));
  }
  void due(std::uint32_t what, Picoseconds now) override { channel_.release(received_[what], now); }

  [[nodiscard]] LinkChannel& channel() { return channel_; }
  [[nodiscard]] TimedEvents& events() { return events_; }
  [[nodiscard]] const std::vector<LinkPacket>& sent() const { return sent_; }
  /// In the order of arrival; `ready` is when each was there.
  [[nodiscard]] const std::vector<LinkPacket>& received() const { return received_; }
  /// Payload per second, from the first arrival to the last.
  [[nodiscard]] double rate() const {
    std::uint64_t bytes = 0;
    for (std::size_t i = 1; i < received_.size(); ++i) bytes += received_[i].payload;
    return static_cast<double>(bytes) * 1e12 /
           static_cast<double>((received_.back().ready - received_.front().ready).count());
  }

 private:
  TimedEvents events_;
  LinkChannel channel_;
  std::vector<LinkPacket> to_send_;
  std::vector<LinkPacket> sent_;
  std::vector<LinkPacket> received_;
  Picoseconds hold_;
  Picoseconds scatter_;
  Dice dice_{1};
};

/// A packet with `payload` bytes.
inline LinkPacket packet_of(TrafficClass traffic, int payload, std::uint32_t transaction = 0) {
  LinkPacket packet;
  packet.traffic = traffic;
  packet.payload = static_cast<std::uint16_t>(payload);
  packet.length = packet.payload;
  packet.transaction = transaction;
  return packet;
}

}  // namespace tactus
