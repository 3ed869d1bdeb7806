#pragma once

#include <array>
#include <memory>
#include <vector>

#include "hw/common/wheel_watcher.h"
#include "hw/node/numa_node.h"
#include "tlm_models/node/rdma/rail_sampler.h"
#include "tlm_models/node/rdma/rails_config.h"
#include "tlm_models/node/rdma/rdma_process.h"

namespace tactus {

struct RailsResult {
  double bytes_per_second = 0;     ///< size / (time of a message and its answer - one way of 4 B)
  Picoseconds message_time;        ///< that time, on average
  Picoseconds one_way;             ///< half the round trip of 4 B messages
  std::vector<double> rail_rates;  ///< bytes per second of each rail while it moved its part of the last message
  std::vector<LimitShare> limits;  ///< shares of what the slowest rail waited for, largest first; they add up to 1
  std::uint64_t events = 0;        ///< that the wheel has executed so far
};

/// The experiment. To be run as often as wanted, in any order of sizes.
class RailsExperiment {
 public:
  /// `config` is free of faults.
  explicit RailsExperiment(RailsConfig config);
  RailsExperiment(const RailsExperiment&) = delete;
  RailsExperiment& operator=(const RailsExperiment&) = delete;

  /// Lets `watcher` see every step from the first run on; to be called before it.
  void watch(WheelWatcher& watcher) { watcher_ = &watcher; }
  /// Measures the way of messages of 4 B, in two round trips; once. The first run does so if nobody has.
  void prepare();
  /// Bandwidth for messages of `size`, on average of `messages` of them after one that registers the buffers.
  RailsResult run(Bytes size, int messages);

  [[nodiscard]] Picoseconds now() const { return events_.now(); }
  /// The sender's node, 0, and the receiver's, 1: for checkers and statistics.
  [[nodiscard]] NumaNode& node(int number) { return *nodes_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] const RailNic& nic(int side, std::size_t rail) const {
    return *nics_[static_cast<std::size_t>(side)][rail];
  }
  [[nodiscard]] std::size_t rails() const { return config_.rails.size(); }
  /// Number of a rail's NIC in its node.
  [[nodiscard]] int nic_of(std::size_t rail) const { return config_.rails[rail]; }
  /// The rail's NIC in a slot, which has one.
  [[nodiscard]] const RailNic& nic_in_slot(int side, int nic) const;
  /// Cable that leads away from `side`.
  [[nodiscard]] LinkChannel& cable(int side, std::size_t rail) {
    return *cables_[rail][static_cast<std::size_t>(side)];
  }
  [[nodiscard]] RdmaProcess& process(int side) { return *processes_[static_cast<std::size_t>(side)]; }
  [[nodiscard]] const RailWay& way(std::size_t rail) const { return sampler_->ways()[rail]; }
  /// Whether nodes, NICs and cables have nothing under way but credits, of which none is missing.
  bool idle();

 private:
  void make_rails();
  void make_processes();
  /// Executes the next grain of the wheel, and tells the watcher.
  [[gnu::noinline]] void watched_step();
  void run_to_end();
  /// Time from now to the answer to a message of `size`.
  Picoseconds exchange(Bytes size);
  [[nodiscard]] std::size_t slowest_rail() const;

  RailsConfig config_;
  TimedEvents events_;
  std::array<std::unique_ptr<NumaNode>, 2> nodes_;
  std::vector<std::array<std::unique_ptr<LinkChannel>, 2>> cables_;  ///< by rail: from side 0, from side 1
  std::array<std::vector<std::unique_ptr<RailNic>>, 2> nics_;        ///< by side and rail
  std::array<std::unique_ptr<RdmaProcess>, 2> processes_;
  std::unique_ptr<RailSampler> sampler_;
  WheelWatcher* watcher_ = nullptr;
  Picoseconds one_way_;
  bool prepared_ = false;
  Picoseconds answered_;
  bool waiting_ = false;
};

}  // namespace tactus
