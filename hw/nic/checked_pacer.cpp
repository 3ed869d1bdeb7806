#include "hw/nic/checked_pacer.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/nic/pacing_settings.h"

namespace tactus {

PacketEighths CheckedPacer::gap(const PacedMessage& message, Cycles now) {
  answered_.stays = false;
  const PacketEighths gap =
      instance_.ask(contract_, "gap", [&](PacerDecisions& pacer) { return pacer.gap(message, now); });
  if (gap.eighths() < 0 || gap.eighths() > kMaxPaceEighths) {
    contract_.broken(
        fmt::format("`gap` answers {} eighths of a packet: a gap has 0 to {}", gap.eighths(), kMaxPaceEighths));
  }
  return gap;
}

Cycles CheckedPacer::packet_started(const PacedPacket& packet, Cycles now) {
  answered_.stays = false;
  const Cycles slot = instance_.ask(contract_, "packet_started",
                                    [&](PacerDecisions& pacer) { return pacer.packet_started(packet, now); });
  const auto flits = static_cast<std::uint64_t>(packet.header.route.flits);
  if (slot < now + Cycles{flits}) {
    contract_.broken(
        fmt::format("`packet_started` answers cycle {} for the packet after one of {} flits that starts in "
                    "cycle {}, which ends in cycle {}",
                    slot.count(), flits, now.count(), now.count() + flits));
  }
  return slot;
}

void CheckedPacer::message_ended(Cycles now) {
  answered_.stays = false;
  instance_.tell(contract_, "message_ended", [&](PacerDecisions& pacer) { pacer.message_ended(now); });
}

void CheckedPacer::acknowledged(const Acknowledgement& acknowledgement, Cycles now) {
  answered_.stays = false;
  instance_.tell(contract_, "acknowledged", [&](PacerDecisions& pacer) { pacer.acknowledged(acknowledgement, now); });
}

Cycles CheckedPacer::slot(const PacedPacket& next, Cycles said, Cycles now) const {
  const auto ask = [&](const PacerDecisions& pacer) { return pacer.slot(next, said, now); };
  const Cycles slot = contract_.twice("slot", [&] { return ask(instance_.first()); });
  if (const PacerDecisions* twin = instance_.twin()) contract_.expect(slot, "slot", [&] { return ask(*twin); });
  if (rule_ == SlotRule::kPacket || rule_ == SlotRule::kWindows) check_stays(slot, now);
  return slot;
}

Cycles CheckedPacer::changes(Cycles now) const {
  const auto ask = [&](const PacerDecisions& pacer) { return pacer.changes(now); };
  const Cycles edge = contract_.twice("changes", [&] { return ask(instance_.first()); });
  if (const PacerDecisions* twin = instance_.twin()) contract_.expect(edge, "changes", [&] { return ask(*twin); });
  if (edge <= now) {
    contract_.broken(
        fmt::format("`changes` answers cycle {} in cycle {}: an edge that is to come", edge.count(), now.count()));
  }
  return edge;
}

/// Slots that have come are alike.
void CheckedPacer::check_stays(Cycles slot, Cycles now) const {
  const bool same_registers = answered_.gap == settings_.gap && answered_.bias == settings_.bias;
  if (answered_.stays && same_registers && now < answered_.until &&
      std::max(slot, now) != std::max(answered_.slot, now)) {
    contract_.broken(
        fmt::format("`slot` answers cycle {} in cycle {}, and has answered {} for the same packet, though nothing was "
                    "told in between{}",
                    slot.count(), now.count(), answered_.slot.count(),
                    rule_ == SlotRule::kPacket ? ": `slot_rule` has to be kEdge" : ", and `changes` said no edge"));
  }
  answered_ = {true, rule_ == SlotRule::kWindows ? changes(now) : Cycles::max(), slot, settings_.gap, settings_.bias};
}

}  // namespace tactus
