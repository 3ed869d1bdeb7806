#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/attribution/message_numbers.h"
#include "tlm_models/traffic/packet_key.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Remembers packets in flight, so that waveforms can say what a packet's number means. Messages have the numbers of
/// trace.json.
class PacketBook final : public PacketObserver, public TrafficObserver {
 public:
  /// `map` must outlive it. Packets are remembered for `after` behind their delivery.
  PacketBook(MachineConfig config, const RankMap& map, Cycles after);

  /// "#42 (0,1)->(3,2) message 7, 9 flits"; "#42" if the packet is unknown.
  [[nodiscard]] std::string text(std::uint64_t number) const;
  /// Number of the last packet that engine `engine` of `node`, as "node_1_0", injected in `cycle` or before; 0 if it is
  /// not remembered.
  [[nodiscard]] std::uint64_t injected(const std::string& node, int engine, Cycles cycle) const;

  /// Number of the message of `key` that is under way; it is 0 while the cycle in which it was started is not known to
  /// be over, and stays when the message has ended. Null: no such message is under way.
  [[nodiscard]] std::shared_ptr<const std::uint64_t> number(const MessageKey& key) const;
  /// Number of the message that `packet` is a piece of; 0: it has none, or is forgotten. `injected`: the packet has
  /// been.
  [[nodiscard]] std::uint64_t message(const PacketHeader& packet, bool injected) const;
  /// Cycle `now` has begun.
  void settle_before(Cycles now) { numbers_.settle_before(now); }

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;
  [[nodiscard]] bool wants_grants() const override { return false; }
  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;

 private:
  struct Packet {
    RouteHeader route;
    std::uint64_t message = 0;
  };
  void end_message(const MessageKey& key, Cycles cycle);

  MachineConfig config_;
  const RankMap& map_;
  Cycles after_;
  std::map<std::string, int> nodes_;  ///< by name in waveforms
  MessageNumbers numbers_;
  std::unordered_map<MessageKey, std::shared_ptr<std::uint64_t>, MessageKeyHash> messages_;  ///< numbers
  std::unordered_map<std::uint64_t, Packet> packets_;
  std::deque<std::pair<Cycles, std::uint64_t>> delivered_;  ///< when, and which
};

}  // namespace tactus
