#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/attribution/latency_attribution.h"
#include "testbench/app/compare/run_history.h"
#include "tlm_models/traffic/packet_key.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// What is taken down of a run.
enum class HistoryDepth : std::uint8_t { kPackets, kMessages };

/// Takes down what every packet and every message of a run does, or the messages only.
class HistoryRecorder final : public PacketObserver, public TrafficObserver {
 public:
  explicit HistoryRecorder(const NetworkShape& torus, HistoryDepth depth = HistoryDepth::kPackets)
      : torus_(torus), packets_too_(depth == HistoryDepth::kPackets) {}

  /// It is going to be told what the latency of each packet of a message was spent on.
  void expect_splits() { splits_too_ = true; }
  void packet_split(const SplitPacket& packet);

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;

  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;
  void sequence_began(int, int, Cycles) override {}
  void sequence_ended(int, int, Cycles) override {}
  void program_ended(int, Cycles) override {}

  /// Packets, hops and messages in the order of RunHistory. The recorder is empty then.
  RunHistory take();

 private:
  /// Position in `packets_` of a packet in flight. Throws std::out_of_range if there is none.
  [[nodiscard]] std::size_t in_flight(const RouteHeader& header) const;

  NetworkShape torus_;
  bool packets_too_;
  bool splits_too_ = false;
  std::vector<PacketRecord> packets_;
  std::vector<std::pair<std::size_t, HopRecord>> hops_;  ///< of the packet at that position
  std::vector<MessageRecord> messages_;
  std::unordered_map<std::uint64_t, std::size_t> in_flight_;
  std::unordered_map<MessageKey, std::uint64_t, MessageKeyHash> started_;  ///< cycle, of messages under way
};

}  // namespace tactus
