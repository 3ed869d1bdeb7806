#pragma once

#include <memory>

#include "hw/nic/pacer_decisions.h"

namespace tactus {

/// Puts the packets of one message on a beat: says from which cycle on the next one may start.
///
/// A gap is measured from the start of the packet before: a packet of `L` flits that starts in cycle `k`
/// opens the slot of the next one at `k + L + ceil(gap * L / 8)`. Since `k` is when it really started,
/// a packet that came late moves all later slots of its message; missed slots are never made up.
/// Gaps, and slots that are others than these, are decided by the mode that is set, or by the decisions that the pacer
/// follows. Moves nothing: every level of execution calls it. Reference: docs/reference/pacer.md.
class Pacer {
 public:
  /// With mode off.
  explicit Pacer(Coordinate position = {}, int engine = 0, NodeCounter counter = {});
  Pacer(const Pacer&) = delete;
  Pacer& operator=(const Pacer&) = delete;

  /// PACE_CTRL and the registers of modes; PACE_WINDOW, which the PacketSender reads.
  [[nodiscard]] const PacingConfig& settings() const { return *settings_; }
  /// Software has written them. A new mode begins without a memory of packets; the slot stays.
  void set(const PacingConfig& settings);

  /// Gap of `message`, which is taken at edge `now`, at the present settings; never negative.
  [[nodiscard]] PacketEighths gap(const PacedMessage& message, Cycles now) { return asked_->gap(message, now); }

  /// First cycle in which `next`, the packet that is the next to start, may do so, as far as is known at edge `now`.
  [[nodiscard]] Cycles slot(const PacedPacket& next, Cycles now) const {
    return rule_ == SlotRule::kSaid ? slot_ : asked_->slot(next, slot_, now);
  }
  /// Slot of the next packet as the start of the packet before it has said, or 0 after the end of a message.
  [[nodiscard]] Cycles said() const { return slot_; }
  [[nodiscard]] SlotRule slot_rule() const { return rule_; }
  /// First edge after `now` at which the answer to a packet that goes on waiting is another one, with kWindows.
  [[nodiscard]] Cycles changes(Cycles now) const {
    return rule_ == SlotRule::kWindows ? asked_->changes(now) : Cycles::max();
  }
  /// A message has to end before the next one is taken.
  [[nodiscard]] bool one_message() const { return one_message_; }
  /// The tail of a message leaves: the next packet is the first of another one, and may start at once.
  void message_ended(Cycles now) {
    slot_ = Cycles{};
    asked_->message_ended(now);
  }
  /// A packet has started.
  void packet_started(const PacedPacket& packet, Cycles now) { slot_ = asked_->packet_started(packet, now); }
  void acknowledged(const Acknowledgement& acknowledgement, Cycles now) { asked_->acknowledged(acknowledgement, now); }

  /// The decisions of the mode that is set, also while it follows others.
  [[nodiscard]] PacerDecisions& mode() { return *mode_; }
  [[nodiscard]] const PacerDecisions& mode() const { return *mode_; }
  /// From now on `decisions`, which outlive it, are asked instead of the mode.
  void follow(PacerDecisions* decisions);
  /// State as after construction, settings too; it follows whom it followed.
  void reset();

 private:
  void make_mode();

  // Read for every packet.
  Cycles slot_;
  PacerDecisions* asked_ = nullptr;
  SlotRule rule_ = SlotRule::kSaid;
  bool one_message_ = false;
  // Read for every message or less often; the settings are large and stand apart.
  std::unique_ptr<PacingConfig> settings_;
  std::unique_ptr<PacerDecisions> mode_;
  PacerDecisions* followed_ = nullptr;
  Coordinate position_;
  int engine_;
  NodeCounter counter_;
};

}  // namespace tactus
