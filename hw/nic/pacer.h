#pragma once

#include <cstdint>

#include "hw/common/nic_config.h"
#include "hw/common/units.h"

namespace tactus {

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
  /// The next packet is the first of a message: it may start at once.
  void begin_message() { slot_ = Cycles{}; }
  /// A packet of `flits` flits of a message with that gap has started.
  void packet_started(Cycles start, int flits, PacketEighths gap);

 private:
  Cycles slot_;
};

}  // namespace tactus
