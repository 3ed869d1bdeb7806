#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/ring_queue.h"
#include "hw/router/link_errors.h"
#include "hw/router/link_transfer.h"
#include "hw/router/retry_settings.h"

namespace tactus {

/// Times of packets on a link that repeats them, known at their grants: RetrySender and RetryReceiver at its ends do
/// the same edge by edge, and nothing that is granted later changes it. Plain class, told of all grants of the link's
/// output in their order. Takes no longer for a packet than it is repeated.
class RetrySchedule {
 public:
  /// The link that leaves `position` in this direction.
  RetrySchedule(const MachineConfig& config, Coordinate position, Direction direction);

  struct Passage {
    std::uint64_t arrives = 0;  ///< edge at which the next router samples its head; its flits come one per edge
    std::uint64_t opens = 0;    ///< first edge at which the output can be granted again
    std::uint64_t free = 0;     ///< the output and its input side have moved the packet; later than this it is closed
    std::uint64_t acked = 0;    ///< edge at which the router has the packet's room in the replay buffer again
  };
  /// A packet of `flits` is granted the output at edge `granted`, at which it is open.
  Passage pass(std::uint64_t granted, int flits);

  /// Counts of sender, receiver and router up to and including edge `now`.
  [[nodiscard]] RetryCounts counts(std::uint64_t now) const;

 private:
  struct Acked {
    std::uint64_t edge = 0;
    int flits = 0;
  };
  /// Edges between a packet with an error and its repetition, in which what is behind it is sent in vain.
  struct Vain {
    std::uint64_t next = 0;  ///< first edge that nothing is on the wire
    std::uint64_t end = 0;
  };
  /// Something that is counted at edge `first`, or once at each of `count` edges from there on.
  struct Due {
    std::uint64_t RetryCounts::*what = nullptr;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    bool each = false;

    [[nodiscard]] std::uint64_t by(std::uint64_t now) const {
      if (now < first) return 0;
      return each ? std::min(count, now - first + 1) : count;
    }
  };
  /// Takes down what has been counted by edge `now`.
  void settle(std::uint64_t now);
  void send_in_vain(std::uint64_t entered, int flits);
  /// Edge at which the first flit goes on the wire, if the packet can begin at `edge`.
  [[nodiscard]] std::uint64_t head_at(std::uint64_t edge, int flits) const {
    return edge + transfer_.lateness(edge - 1, static_cast<std::uint64_t>(flits));
  }

  RetrySettings settings_;
  LinkTransfer transfer_;
  LinkErrors errors_;
  std::uint64_t turnaround_;
  std::uint64_t wire_free_ = 0;  ///< first edge at which a packet behind all others can begin
  std::uint64_t feed_free_ = 0;  ///< first edge at which the receiver can give it to the router
  int used_ = 0;                 ///< flits in the replay buffer, but for those whose return has been looked at
  RingQueue<Acked> acked_;
  std::vector<Vain> vain_;
  RetryCounts counts_;    ///< up to the edge that was settled last
  std::vector<Due> due_;  ///< all that is not in them
};

}  // namespace tactus
