#include <algorithm>

#include "hw/nic/pacer_decisions.h"

namespace tactus {
namespace {

/// Slots by the node's counter: one begins every period, and is open for the tolerance.
///
/// The hardware holds the begin of one slot and compares it with the counter at every edge. It moves on by a period
/// when a packet starts or the slot closes, and while a slot of a message that has just been taken is past.
class Phase final : public PacerDecisions {
 public:
  explicit Phase(const PacerPlace& place) : settings_(place.settings), counter_(place.counter) {}

  PacketEighths gap(const PacedMessage& /*message*/, Cycles now) override {
    const PaceSlots& slots = settings_.slots;
    active_ = slots.period >= kLeastPeriod;
    period_ = slots.period;
    open_ = std::max<std::int64_t>(1, slots.tolerance);
    const std::int64_t count = counter_.at(now);
    const std::uint32_t first = slots.begin + slots.phase;
    begin_ = count - static_cast<std::int32_t>(static_cast<std::uint32_t>(count) - first);
    from_ = now + Cycles{1};
    if (active_) catch_up();
    return PacketEighths{0};
  }

  Cycles packet_started(const PacedPacket& packet, Cycles now) override {
    if (active_) {
      begin_ = begin_at(now) + period_;
      from_ = now + Cycles{1};
    }
    return PacerDecisions::packet_started(packet, now);
  }
  void message_ended(Cycles /*now*/) override { active_ = false; }

  [[nodiscard]] SlotRule slot_rule() const override { return SlotRule::kWindows; }
  [[nodiscard]] bool one_message() const override { return true; }

  [[nodiscard]] Cycles slot(const PacedPacket& /*next*/, Cycles said, Cycles now) const override {
    if (!active_) return said;
    Cycles edge = std::max({said, now, from_});
    for (std::int64_t begin = begin_at(edge);; begin += period_) {
      edge = counter_.first_at(begin, edge);
      if (counter_.at(edge) < begin + open_) return edge;
      edge = edge + Cycles{1};  // the slot has closed, which moves it on
    }
  }

  [[nodiscard]] Cycles changes(Cycles now) const override {
    if (!active_) return Cycles::max();
    if (now < from_) return from_;
    const Cycles next = now + Cycles{1};
    const std::int64_t begin = begin_at(now);
    const std::int64_t lag = counter_.at(now) - begin;
    if (lag >= open_) return next;  // the slot moves on
    return counter_.first_at(lag < 0 ? begin : begin + open_, next);
  }

 private:
  static constexpr int kLeastPeriod = 2;

  /// A slot that has begun before the edge after that at which the message was taken is past: one period an edge.
  void catch_up() {
    for (; counter_.at(from_) > begin_; from_ = from_ + Cycles{1}) begin_ += period_;
  }

  /// Begin of the slot that the hardware holds at `edge`, none before `from_`: it has moved on at the edges before.
  [[nodiscard]] std::int64_t begin_at(Cycles edge) const {
    if (edge <= from_) return begin_;
    const std::int64_t past = counter_.at(edge - Cycles{1}) - begin_ - open_;
    return past < 0 ? begin_ : begin_ + (past / period_ + 1) * period_;
  }

  const PacingConfig& settings_;
  const NodeCounter counter_;
  bool active_ = false;  ///< a message with slots is under way
  std::int64_t period_ = 0;
  std::int64_t open_ = 1;   ///< cycles
  std::int64_t begin_ = 0;  ///< of the slot at edge `from_`
  Cycles from_;             ///< first edge at which it may be used
};

PaceModePolicy phase() {
  PaceModePolicy policy = pace_mode_of<Phase>(
      "phase", "Packets start in the slots of a schedule of phases, by a counter that all nodes have in common.");
  policy.number = 3;
  policy.phases = true;
  return policy;
}

const Registered<PaceModeKind> kPhase{phase()};

}  // namespace
}  // namespace tactus
