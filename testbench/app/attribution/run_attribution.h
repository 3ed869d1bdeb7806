#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/attribution/critical_path.h"
#include "testbench/app/attribution/fabric_waits.h"
#include "testbench/app/attribution/focus.h"
#include "testbench/app/attribution/job_waits.h"
#include "testbench/app/attribution/latency_attribution.h"
#include "testbench/app/attribution/message_delays.h"
#include "testbench/app/attribution/part_attribution.h"

namespace tactus {

/// Account of the time of a run: finds what packets waited for, once, for the split of their latencies and, if it is
/// wanted, for the critical path.
class RunAttribution final : public PacketObserver, public PartObservers, public TrafficObserver {
 public:
  /// Accounts that are kept beside the split.
  struct Wanted {
    bool critical_path = false;
    bool messages = false;  ///< slowest packet of each message
    /// Name of the job of each rank, empty for a rank of none; empty: there are no jobs.
    std::vector<std::string> jobs_of_ranks{};
    std::vector<Focus> focus{};  ///< packets that are asked about
    bool stages = false;         ///< memories say where accesses have been

    /// Something is wanted of single packets, so that parts of the network do not do (PartAttribution).
    [[nodiscard]] bool needs_packets() const {
      return critical_path || messages || !jobs_of_ranks.empty() || !focus.empty() || stages;
    }
  };

  /// `config` and `map` must outlive it. `sequence_of` and `report`: those of LatencyAttribution.
  RunAttribution(const MachineConfig& config, const RankMap& map, const Wanted& wanted,
                 LatencyAttribution::SequenceOf sequence_of, LatencyAttribution::Report report = {});
  RunAttribution(const RunAttribution&) = delete;
  RunAttribution& operator=(const RunAttribution&) = delete;

  [[nodiscard]] const LatencyAttribution& latencies() const { return latencies_; }
  [[nodiscard]] const std::optional<CriticalPath>& critical_path() const { return path_; }
  [[nodiscard]] const std::optional<MessageDelays>& messages() const { return messages_; }
  /// Waits of packets of jobs; nothing without jobs.
  [[nodiscard]] const std::optional<JobWaits>& job_waits() const { return job_waits_; }

  /// Packets that are asked about; nothing if none are.
  [[nodiscard]] const std::optional<FocusRecorder>& focus() const { return focus_; }

  /// If it has observed parts: after the simulation, whose last edge was `edge`. `sequence_of`: as for
  /// LatencyAttribution.
  void finish(Cycles edge, const std::function<std::optional<int>(GrantAccount)>& sequence_of);

  PartObserver& part_observer(const NetworkPart& part) override { return parts_.emplace_back(config_, part); }
  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;
  [[nodiscard]] bool wants_waits() const override { return true; }
  void packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) override;
  void packet_accessed(const RouteHeader& header, const AccessStages& stages, Cycles cycle) override;
  void packet_left(const RouteHeader& header, int vc, Cycles cycle) override;
  void packet_written(const RouteHeader& header, Cycles cycle) override;

  // Without a critical path and a focus nothing comes of these.
  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;
  void program_ended(int rank, Cycles cycle) override;
  void wait_ended(int rank, AwaitedCompletion awaited, Cycles cycle) override;
  void work_ended(const WorkEvent& work, Cycles cycle) override;

 private:
  /// Tells the packets of messages that have come to their ends to `messages_`, if there is such, and to `report`.
  LatencyAttribution::Report with_messages(LatencyAttribution::Report report);
  /// Stages of the access of the packet that is told of now; null: they are not known.
  const AccessStages* take_accessed() { return std::exchange(has_accessed_, false) ? &accessed_ : nullptr; }

  const MachineConfig& config_;
  std::deque<PartAttribution> parts_;
  std::optional<JobWaits> job_waits_;
  FabricWaits waits_;
  std::optional<MessageDelays> messages_;
  LatencyAttribution latencies_;
  std::optional<FocusRecorder> focus_;
  std::optional<CriticalPath> path_;
  AccessStages accessed_{};    ///< stages of the packet that is told of next
  bool has_accessed_ = false;  ///< it is known
};

}  // namespace tactus
