#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// Messages between ranks of one node, and what else the node's memory has to do with messages. Ranks are numbered from
/// 0 within the node, times never go back, and the same object serves cycle and packet level.
class LocalMessages {
 public:
  /// A receive that is complete, or a send whose message has left.
  struct Ended {
    int rank = 0;
    Op op;
    bool sent = false;  ///< the latter
  };

  virtual ~LocalMessages() = default;

  // Messages within the node:
  virtual void send(int from, int to, const Op& op, Picoseconds now) = 0;
  /// True if the message has come already, with which the receive is complete.
  virtual bool post(int rank, int from, const Op& receive) = 0;
  /// Whether that receive was under way.
  virtual bool cancel(int rank, int from, std::uint32_t tag) = 0;

  // Messages of other nodes:
  /// True if the data that `op` sends lies where the NIC can read it. If not it will, and the rank is to be asked again
  /// then.
  virtual bool packed(int /*rank*/, const Op& /*op*/, Picoseconds /*now*/) { return true; }
  /// The NIC has been given `op`, or is done with the oldest send that the rank has given to `engine`.
  virtual void sending(int /*rank*/, const Op& /*op*/) {}
  virtual void sent(int /*rank*/, int /*engine*/) {}
  /// The NIC has received `receive`. Whether something is left to do before it is complete, as `end` will say.
  virtual bool unpack(int /*rank*/, const Op& /*receive*/, Picoseconds /*now*/) { return false; }
  /// `receive` is one of those, and not cancelled.
  [[nodiscard]] virtual bool is_unpacking(int /*rank*/, const Op& /*receive*/) const { return false; }
  /// Nobody waits for it any more.
  virtual void cancel_unpacking(int /*rank*/, const Op& /*receive*/) {}

  // Time:
  /// Appends the receives that have become complete by `now`, and the sends within the node, in their order.
  virtual void end(Picoseconds now, std::vector<Ended>& ended) = 0;
  /// `waits`, by rank: it waits, or its program has ended, so that its processor is free for messages from `now` on.
  virtual void go_on(const std::vector<bool>& /*waits*/, Picoseconds /*now*/) {}
  /// When to call `end`, and `go_on`, again; Picoseconds::max() if nothing happens by itself.
  [[nodiscard]] virtual Picoseconds next() const = 0;

  /// The rank's processor is busy with messages: its program goes on after that.
  [[nodiscard]] virtual bool at_work(int /*rank*/) const { return false; }
  [[nodiscard]] virtual int sends_under_way(int rank) const = 0;
  /// Receives of `rank` under way. A receive of a message from another node counts from `unpack` on.
  [[nodiscard]] virtual int receives_under_way(int rank) const = 0;
  [[nodiscard]] virtual bool is_under_way(int rank, int from, std::uint32_t tag) const = 0;
  [[nodiscard]] virtual std::vector<Op> receives(int rank) const = 0;

  /// Time that the rank's copies have taken, as far as they have begun.
  [[nodiscard]] virtual Picoseconds busy(int rank) const = 0;
  /// No message is under way.
  [[nodiscard]] virtual bool idle() const = 0;
  /// Messages within the node that have been moved so far.
  [[nodiscard]] virtual std::uint64_t copies() const = 0;
  /// Cancelled receives whose messages have not come.
  [[nodiscard]] virtual std::uint64_t cancelled() const = 0;
};

}  // namespace tactus
