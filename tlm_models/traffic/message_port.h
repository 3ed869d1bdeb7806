#pragma once

#include <vector>

#include "hw/common/nic_config.h"
#include "hw/common/units.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/rank_status.h"

namespace tactus {

/// A receive that has become complete.
struct Completion {
  int rank = 0;
  Op receive;
};

/// A send whose message has left.
struct Departure {
  int rank = 0;
  std::uint32_t operation = kNoOperation;  ///< the send's `Op::operation`
};

/// Machine of a rank as its software sees it: asked to send, to receive, and the time. The machine's own answers, that
/// a receive is complete or a message has left, go to the `RankInterpreter`. Ranks are named by their numbers.
class MessagePort {
 public:
  virtual ~MessagePort() = default;

  [[nodiscard]] virtual Picoseconds now() const = 0;
  /// The first time at or after `time` at which software can act.
  [[nodiscard]] virtual Picoseconds acts_at(Picoseconds time) const = 0;

  /// There is room for the send `op`, or the receive. If not there will be, and `rank` is to be run again then.
  virtual bool can_send(int rank, const Op& op) = 0;
  virtual bool can_post(int rank, const Op& op) = 0;
  /// Starts the message of `op`, for which there is room.
  virtual void send(int rank, const Op& op) = 0;
  /// Makes ready for the message of `op`, for which there is room; true if it has come already, with which the receive
  /// is complete. Of a grouped one it then fills in peer, tag and bytes.
  virtual bool post(int rank, Op& op) = 0;
  /// Drops the message that still comes for the receive that `op` names; does nothing if it is not under way.
  virtual void cancel(int rank, const Op& op) = 0;
  /// PACE_BIAS of all engines of the rank's node, for messages that they begin from now on.
  virtual void set_pace_bias(int rank, PacketEighths bias) = 0;
  /// Slots of the next message that `engine` of its node takes.
  virtual void set_pace_slots(int rank, int engine, const PaceSlots& slots) = 0;

  /// The processor of `rank`, which waits, is busy with messages. `rank` is to be run again after that.
  [[nodiscard]] virtual bool at_work(int /*rank*/) const { return false; }
  /// Sends started by `rank` that have not left.
  [[nodiscard]] virtual int sends_under_way(int rank) const = 0;
  /// Receives posted by `rank`, neither complete nor cancelled.
  [[nodiscard]] virtual int receives_under_way(int rank) const = 0;
  /// The receive that `op` names is one of them.
  [[nodiscard]] virtual bool is_under_way(int rank, const Op& op) const = 0;
  /// Fills in what is under way, and where ranks run.
  virtual void describe(RankStatus& status) const = 0;
};

}  // namespace tactus
