#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/attribution/attribution_summary.h"
#include "testbench/app/attribution/history.h"
#include "testbench/app/attribution/packet_jobs.h"
#include "testbench/app/attribution/router_waits.h"

namespace tactus {

/// Which jobs packets of a job waited behind, at each output. A packet behind others in a queue waits for what the one
/// in front waits for. It is told by RunAttribution, which knows the waits. Definitions: docs/reference/attribution.md.
class JobWaits {
 public:
  /// `names` are those of the jobs, by number from 1. `config` must outlive it.
  JobWaits(const MachineConfig& config, PacketJobs jobs, std::vector<std::string> names);

  void packet_injected(const PacketHeader& header) { jobs_.packet_injected(header); }
  void packet_delivered(const PacketHeader& header) { jobs_.packet_delivered(header); }
  /// `pieces`: of its wait.
  void packet_granted(const RouterGrant& grant, const RouteHeader& header, const std::vector<WaitPiece>& pieces);

  [[nodiscard]] const PacketJobs& jobs() const { return jobs_; }
  /// The jobs, by number.
  [[nodiscard]] std::vector<JobWaitSummary> summarise() const;
  /// By number, from 1.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  /// In the place of the job of a packet in the way: there was no room in the next buffer.
  static constexpr JobNumber kNoRoom = UINT16_MAX;
  /// Wait of the packet in front of a queue at edges [begin, end).
  struct Reason {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    JobNumber holder = kNoJob;
  };
  using Queue = History<Reason>;

  [[nodiscard]] Queue& queue_of(const RouterGrant& grant);
  /// Counts a piece behind packets of `queue`; what these did not wait is their own time.
  void add_behind(std::uint64_t place, const WaitPiece& piece, const Queue& queue);
  void add(std::uint64_t place, JobNumber holder, std::uint64_t cycles) {
    if (cycles > 0) cycles_[place << 16U | holder] += cycles;
  }
  [[nodiscard]] JobWait sum_of(const std::map<std::uint64_t, std::uint64_t>& by_holder) const;

  const MachineConfig& config_;
  PacketJobs jobs_;
  std::vector<std::string> names_;
  std::vector<Queue> queues_;  ///< by node, input port, VC and, unless a queue is that of its VC, output
  /// By number of the output (node x ports + port), waiting job, and job of the packet in the way.
  std::unordered_map<std::uint64_t, std::uint64_t> cycles_;
};

}  // namespace tactus
