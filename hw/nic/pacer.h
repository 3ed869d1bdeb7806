#pragma once

#include <cstdint>

#include "hw/common/nic_config.h"
#include "hw/common/units.h"

namespace tactus {

/// A pacer's decisions by somebody else, e.g. by RTL that is no twin of Pacer. What is asked and told is what Pacer is.
class PacerDecisions {
 public:
  virtual ~PacerDecisions() = default;
  virtual PacketEighths gap(int hops) = 0;
  /// Cycles from the present edge to that at which the next packet may start, as far as is known; 0: it may.
  [[nodiscard]] virtual Cycles wait() const = 0;
  virtual void begin_message() = 0;
  virtual void packet_started(int flits, PacketEighths gap) = 0;
};

/// Puts the packets of one message on a beat: says from which cycle on the next one may start.
///
/// A gap is measured from the start of the packet before: a packet of `L` flits that starts in cycle `k`
/// opens the slot of the next one at `k + L + ceil(gap * L / 8)`. Since `k` is when it really started,
/// a packet that came late moves all later slots of its message; missed slots are never made up.
/// Decides only, moves nothing: every level of execution calls it. Reference: docs/reference/pacer.md.
class Pacer {
 public:
  PacingConfig registers;  ///< PACE_CTRL, PACE_GAP, PACE_BIAS; PACE_WINDOW, which the PacketSender reads

  /// Gap of a message that goes over `hops` links, at the registers' present values; never negative.
  [[nodiscard]] PacketEighths gap(int hops) const;

  /// First cycle in which the next packet of the message may start.
  [[nodiscard]] Cycles slot() const { return slot_; }
  /// First such cycle as far as the pacer, or the decisions that it follows, can tell at edge `now`.
  [[nodiscard]] Cycles slot(Cycles now) const { return decisions_ != nullptr ? now + decisions_->wait() : slot_; }
  /// The next packet is the first of a message: it may start at once.
  void begin_message() {
    slot_ = Cycles{};
    if (decisions_ != nullptr) decisions_->begin_message();
  }
  /// A packet of `flits` flits of a message with that gap has started.
  void packet_started(Cycles start, int flits, PacketEighths gap);

  /// From now on `decisions`, which outlives it, are asked instead.
  void follow(PacerDecisions* decisions) { decisions_ = decisions; }
  /// The slot may come earlier than it was said: it has to be asked for in every cycle.
  [[nodiscard]] bool follows() const { return decisions_ != nullptr; }
  /// State as after construction, registers too.
  void reset() {
    registers = {};
    slot_ = Cycles{};
  }

 private:
  Cycles slot_;
  PacerDecisions* decisions_ = nullptr;
};

}  // namespace tactus
