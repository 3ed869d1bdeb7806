#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// The receives of one DMA engine's ranks that have no slot yet, and which of them is given one next.
///
/// The lowest `Op::order` goes first, and among equal orders the receive that was posted first. The last free slot of
/// an engine is kept for the lowest order that can still come, as `can_take` says. Therefore
/// ranks cannot wait for slots in a circle (docs/reference/rank_processor.md, "No circular wait").
class ReceiveQueue {
 public:
  struct Receive {
    int place = 0;  ///< place of the rank that has posted it
    Op op;
    bool cancelled = false;  ///< nobody waits any more: the message that comes is dropped
  };

  void push(int place, const Op& op);
  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  /// Whether the next receive can have one of `free_slots`, if no rank will post an order below `floor`.
  [[nodiscard]] bool can_take(int free_slots, std::uint64_t floor) const {
    return !empty() && free_slots > 0 && (free_slots > 1 || waiting_.front().op.order <= floor);
  }
  /// The next receive, which leaves the queue.
  Receive take();
  /// Cancels the receive of the rank in `place` for the message that `op` names; false if no such receive waits.
  bool cancel(int place, const Op& op);

  /// In the order in which they are given slots.
  [[nodiscard]] const std::vector<Receive>& waiting() const { return waiting_; }
  /// A receive of the rank in `place` for the message that `op` names waits, and is not cancelled.
  [[nodiscard]] bool holds(int place, const Op& op) const;

 private:
  static bool is_for(const Receive& receive, int place, const Op& op) {
    return receive.place == place && receive.op.tag == op.tag && receive.op.peer == op.peer && !receive.cancelled;
  }

  std::vector<Receive> waiting_;
};

}  // namespace tactus
