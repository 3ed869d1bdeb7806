#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tlm_models/traffic/barrier_counts.h"
#include "tlm_models/traffic/phased_sequences.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/synchronisation/synchronised_counter.h"

namespace tactus {

/// When the sequences of a rank begin, by the counter that its node has in common with others: at the times of the
/// schedule, or by the last barrier, whose messages carry the largest counter value with which a rank has entered it.
class PhaseBegin {
 public:
  PhaseBegin() = default;
  /// `phased` and `counts`, which are null without slots or without barriers, outlive this.
  PhaseBegin(const PhasedSequences* phased, BarrierCounts* counts, int rank, SynchronisedCounter counter)
      : phased_(phased), counts_(counts), rank_(rank), counter_(counter) {}

  /// Engines that have slots in `sequence`, from 1; 0 without a schedule.
  [[nodiscard]] int engines(int sequence) const {
    return phased_ == nullptr ? 0 : static_cast<int>(of_sequence(phased_->slots, sequence).size());
  }
  /// Slots of the next message of `engine` in `sequence`, for the rank on `node`.
  [[nodiscard]] PaceSlots slots(int sequence, int engine, int node) const {
    const auto& by_engine = of_sequence(phased_->slots, sequence);
    PaceSlots slots = by_engine.at(static_cast<std::size_t>(engine)).at(static_cast<std::size_t>(node));
    slots.begin += static_cast<std::uint32_t>(begin(sequence));
    return slots;
  }
  [[nodiscard]] bool by_barrier() const { return counts_ != nullptr; }

  /// The rank posts the receive `op` at the edge `now`: with that of the first round it enters the barrier.
  void posted(const Op& op, Cycles now) {
    counter_.posted(op);
    if (counts_ == nullptr || op.barrier_round != 0) return;
    ++barriers_;
    largest_ = counter_.at(now);
  }
  /// The send `op` begins at the edge `now`.
  void sending(const Op& op, Cycles now) {
    counter_.sending(op, now);
    if (counts_ != nullptr && op.barrier_round >= 0) counts_->put(rank_, barriers_, op.barrier_round, largest_);
  }
  /// The message of `op` has been received.
  void received(const Op& op) {
    if (counts_ == nullptr || op.barrier_round < 0) return;
    largest_ = std::max(largest_, counts_->get(op.peer, barriers_, op.barrier_round));
  }
  /// The step `op` ends at the edge `now`.
  void ended(const Op& op, Cycles now) {
    if (op.kind == OpKind::kWaitReceives) counter_.waited(now);
  }
  /// A sequence begins at the edge `now`.
  void began(Cycles now) { counter_.began(now); }

 private:
  template <class T>
  static const T& of_sequence(const std::vector<T>& all, int sequence) {
    return all.at(static_cast<std::size_t>(sequence - 1));
  }
  /// Value of the node's counter at which `sequence` begins.
  [[nodiscard]] std::int64_t begin(int sequence) const {
    return barriers_ != 0 ? counter_.own(largest_ + phased_->lead) : of_sequence(phased_->begins, sequence);
  }

  const PhasedSequences* phased_ = nullptr;
  BarrierCounts* counts_ = nullptr;
  int rank_ = 0;
  SynchronisedCounter counter_;
  std::uint64_t barriers_ = 0;  ///< that the rank has entered
  std::int64_t largest_ = 0;    ///< common counter value, of all that the rank has heard of
};

}  // namespace tactus
