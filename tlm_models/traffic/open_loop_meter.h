#pragma once

#include <array>
#include <cstdint>

#include "hw/link/packet_observer.h"
#include "tlm_models/common/histogram.h"
#include "tlm_models/common/initial_transient.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Measures an open-loop run: offered and accepted load, and the latency of the measured packets, which are those that
/// are created in the window of `measure` cycles after `warmup`. Latency counts from creation, source queue included,
/// to the tail's delivery. Definitions: docs/reference/open_loop.md.
class OpenLoopMeter final : public PacketObserver {
 public:
  /// Walks once through all that the sources with this seed will create up to the window's end.
  OpenLoopMeter(const MachineConfig& machine, const WorkloadConfig& workload, std::uint64_t seed);

  void packet_delivered(const PacketHeader& header, Cycles cycle) override;
  [[nodiscard]] bool wants_grants() const override { return false; }

  /// Flits created, and delivered in whole packets, within the window, per node and cycle.
  [[nodiscard]] double offered() const { return per_node_and_cycle(offered_flits_); }
  [[nodiscard]] double accepted() const;
  /// Packets created in the window; they are known from the start.
  [[nodiscard]] std::uint64_t measured() const { return measured_; }
  /// Measured packets that have not been delivered.
  [[nodiscard]] std::uint64_t outstanding() const { return measured_ - latency_.count(); }
  /// Cycles; of the measured packets delivered so far.
  [[nodiscard]] const LatencyHistogram& latency() const { return latency_; }
  /// The network does not carry what is offered: within the window less than `kSaturatedShare` of it was accepted. Says
  /// something once the window is over.
  [[nodiscard]] bool saturated() const { return accepted() < kSaturatedShare * offered(); }

  /// Part of the window that belongs to the warm-up: its length is a number of the window's `kBatches` equal parts.
  /// Looked at is the mean latency of the packets created in each part. If that has no steady state, because the
  /// network is saturated or not all measured packets have arrived, it is the flits accepted in each part.
  [[nodiscard]] InitialTransient transient() const;
  [[nodiscard]] bool is_transient_of_latency() const { return outstanding() == 0 && !saturated(); }
  /// Cycles from the beginning of the window to the end of its first `batches` parts.
  [[nodiscard]] Cycles end_of_batch(std::size_t batches) const;

  [[nodiscard]] Cycles window_begin() const { return begin_; }
  [[nodiscard]] Cycles window_end() const { return end_; }
  /// The run can end: the window is over and all measured packets have arrived, or `drain` cycles more have passed.
  [[nodiscard]] bool finished(Cycles now) const { return now >= end_ && (outstanding() == 0 || now >= end_ + drain_); }

  /// The next cycle in which it may be because time has passed; `Cycles::max()` if there is none.
  [[nodiscard]] Cycles finished_by_time(Cycles now) const {
    if (now < end_) return end_;
    return now < end_ + drain_ ? end_ + drain_ : Cycles::max();
  }

  static constexpr double kSaturatedShare = 0.95;
  static constexpr std::size_t kBatches = 20;
  static constexpr double kTransientTolerance = 0.02;  ///< shifts of the mean up to this do not matter

 private:
  /// Sums over one of the equal parts of the window. They are sums, so that the order of deliveries within a cycle does
  /// not matter.
  struct Batch {
    std::uint64_t packets = 0;         ///< created in it and delivered
    std::uint64_t latency = 0;         ///< sum of their latencies, in cycles
    std::uint64_t accepted_flits = 0;  ///< delivered in it
  };

  [[nodiscard]] bool in_window(Cycles cycle) const { return cycle >= begin_ && cycle < end_; }
  [[nodiscard]] Batch& batch_of(Cycles cycle);
  [[nodiscard]] double per_node_and_cycle(std::uint64_t flits) const;
  void count_creations(const MachineConfig& machine, const WorkloadConfig& workload, std::uint64_t seed);

  int nodes_;  ///< without the idle ones
  Cycles begin_;
  Cycles end_;
  Cycles drain_;
  std::uint64_t measured_ = 0;
  std::uint64_t offered_flits_ = 0;
  LatencyHistogram latency_;
  std::array<Batch, kBatches> batches_{};
};

}  // namespace tactus
