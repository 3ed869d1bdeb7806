#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "testbench/support/level.h"
#include "tlm_models/traffic/butterfly.h"
#include "tlm_models/traffic/rank_processor.h"

namespace tactus::test {

/// Cycles by which a rank's combining takes longer: [node][round]. Only butterfly rounds combine.
using CombineDelays = std::vector<std::vector<std::uint64_t>>;

/// A butterfly as messages on a machine, one repetition, in which every combining takes a time of its own. It keeps
/// account of whose contributions every rank has.
class ButterflyBench final : public PacketObserver, public TrafficObserver {
 public:
  ButterflyBench(Level level, const MachineConfig& machine, const WorkloadConfig& workload, CombineDelays delays);

  /// Runs to the end. What is wrong afterwards: ranks that have not finished, used incomplete data or lack a
  /// contribution, messages that were neither received nor dropped, slots not free; empty if nothing.
  std::string run();

  /// Cycle in which each rank had its result and had sent all copies of it.
  [[nodiscard]] const std::vector<std::uint64_t>& ends() const { return ends_; }
  /// No packet took longer than on an idle network.
  [[nodiscard]] bool without_contention() const { return delayed_packets_ == 0; }
  [[nodiscard]] std::uint64_t received() const { return received_count_; }
  [[nodiscard]] std::uint64_t dropped_packets() const;
  [[nodiscard]] const Butterfly& butterfly() const { return butterfly_; }

  void packet_injected(const PacketHeader&, Cycles) override {}
  void packet_granted(int, int, int, int, const RouteHeader&, Cycles) override {}
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;
  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;
  void sequence_began(int, int, Cycles) override {}
  void sequence_ended(int node, int sequence, Cycles cycle) override;
  void program_ended(int, Cycles) override {}

 private:
  static constexpr int kMostRanks = 64;
  using Contributions = std::bitset<kMostRanks>;
  struct Rank {
    std::vector<Contributions> sent;  ///< by round
    std::vector<bool> received;       ///< by round
    Contributions result;             ///< of the groups that it has left behind
    int group = 0;                    ///< first round of its group
  };

  /// What the rank has, that has come so far in its group; a fault if nothing of that is there.
  Contributions result_of_group(int node, int end);

  MachineConfig machine_;
  Butterfly butterfly_;
  std::unique_ptr<Fabric> fabric_;
  std::vector<std::unique_ptr<RankProcessor>> processors_;
  std::vector<Rank> ranks_;
  std::vector<std::uint64_t> ends_;
  std::uint64_t received_count_ = 0;
  std::uint64_t delayed_packets_ = 0;
  std::string faults_;
};

}  // namespace tactus::test
