#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/attribution/latency_attribution.h"
#include "testbench/app/compare/run_pipe.h"
#include "tlm_models/traffic/packet_key.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Records that are kept of a run.
enum class HistoryDepth : std::uint8_t { kPackets, kMessages };

/// Takes down what every packet and every message of a run does, or the messages only. A packet is passed on when it
/// has come to its end, and forgotten; messages are kept.
class HistoryRecorder final : public PacketObserver, public TrafficObserver {
 public:
  HistoryRecorder(const NetworkShape& torus, HistoryDepth depth, PacketSink sink)
      : torus_(torus), packets_too_(depth == HistoryDepth::kPackets), sink_(std::move(sink)) {}

  /// It is going to be told what the latency of each packet of a message was spent on.
  void expect_splits() { splits_too_ = true; }
  void packet_split(const SplitPacket& packet);

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;

  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;

  /// The run has ended: passes on the packets that have not come to their end. Answers the messages in the order of
  /// RunOutcome. The recorder is empty then.
  std::vector<MessageRecord> finish();

 private:
  using InFlight = std::unordered_map<std::uint64_t, PacketHistory>;

  /// Finds a packet in flight. Throws std::out_of_range if there is none.
  [[nodiscard]] InFlight::iterator find(const RouteHeader& header);
  void pass_on(InFlight::iterator packet);

  NetworkShape torus_;
  bool packets_too_;
  PacketSink sink_;
  bool splits_too_ = false;
  InFlight in_flight_;
  std::map<std::pair<int, int>, std::uint64_t> injected_;  ///< packets, by node and NIC
  std::vector<MessageRecord> messages_;
  std::unordered_map<MessageKey, std::uint64_t, MessageKeyHash> started_;  ///< cycle, of messages under way
};

}  // namespace tactus
