#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/common/link_groups.h"
#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/results/engine_loads.h"
#include "testbench/app/results/run_summary.h"
#include "testbench/app/results/sequence_recorder.h"
#include "tlm_models/common/histogram.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Counts what happens in a run, at every level: packets, hops, latencies, messages, sequences. Memory does not grow
/// with time.
class RunRecorder final : public PacketObserver, public TrafficObserver {
 public:
  /// `sequences` of the workload, empty if it has none; `sample_interval` as for the Sampler. `map` and `links` must
  /// outlive this.
  RunRecorder(const MachineConfig& config, const RankMap& map, const LinkModel& links,
              const std::vector<SequenceInfo>& sequences, Cycles sample_interval);

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;
  [[nodiscard]] bool wants_grants() const override { return false; }
  GrantSums* grant_sums(std::size_t /*part*/) override { return sequences_.new_part(); }

  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;
  void sequence_began(int rank, int sequence, Cycles cycle) override;
  void sequence_ended(int rank, int sequence, Cycles cycle) override;
  void work_ended(const WorkEvent& work, Cycles cycle) override;

  /// Number of the sequence that the rank is in, if it is in one of the workload's.
  [[nodiscard]] std::optional<int> sequence_of_rank(int rank) { return sequences_.sequence_of_rank(rank); }
  /// Number of the sequence of a packet between its injection and its delivery.
  [[nodiscard]] std::optional<int> sequence_of(const RouteHeader& header) { return sequences_.sequence_of(header); }
  void keep_sequences() { sequences_.keep_sequences(); }
  /// Number of the sequence whose packets are of `account`, where grants are summed.
  [[nodiscard]] std::optional<int> sequence_of(GrantAccount account) const { return sequences_.sequence_of(account); }
  [[nodiscard]] std::uint64_t messages_delivered() const { return messages_delivered_; }
  [[nodiscard]] std::uint64_t packets_delivered() const { return latency_.count(); }
  [[nodiscard]] const EngineLoads& loads() const { return loads_; }
  /// When the program of each rank proper began; empty: all at 0.
  [[nodiscard]] const std::vector<Picoseconds>& begun() const { return begun_; }
  /// After the simulation, before `summarise`.
  void settle() { sequences_.settle(); }
  /// Fills in what has been counted in a run that ended in cycle `end`.
  void summarise(Cycles end, RunSummary& summary) const;

 private:
  struct Slowest {
    std::uint32_t latency = 0;  ///< cycles
    std::uint64_t packet = 0;   ///< its number; 0 before there is one
  };
  /// Packets of one class.
  struct ClassCounts {
    LatencyHistogram latency;
    std::uint64_t bytes = 0;
  };
  [[nodiscard]] ClassCounts* counts_of(std::uint8_t message_class) {
    return classes_.empty() ? nullptr : &classes_[message_class];
  }
  [[nodiscard]] std::vector<ClassSummary> summarise_classes(Cycles end) const;
  /// Flits of packets of class number `number` over links.
  [[nodiscard]] std::uint64_t flit_hops_of(std::size_t number) const;
  [[nodiscard]] std::uint64_t flits_over(int group) const;
  void note_slow(std::uint32_t latency, std::uint64_t packet);

  MachineConfig config_;
  const RankMap& map_;
  int directions_;  ///< directions of links
  LinkGroups groups_;
  SequenceRecorder sequences_;
  EngineLoads loads_;
  LatencyHistogram latency_;          ///< cycles
  std::vector<ClassCounts> classes_;  ///< if there are several
  Slowest slowest_;
  std::uint64_t flits_injected_ = 0;
  std::uint64_t flits_delivered_ = 0;
  std::uint64_t messages_delivered_ = 0;
  std::vector<Picoseconds> begun_;  ///< by rank
};

}  // namespace tactus
