#include "hw/nic/checked_pacer.h"

#include <fmt/format.h>

#include "hw/nic/pacing_settings.h"

namespace tactus {

PacketEighths CheckedPacer::gap(const PacedMessage& message, Cycles now) {
  const PacketEighths gap = contract_.alike(
      "gap", [&] { return asked_->gap(message, now); }, [&] { return twin_->gap(message, now); });
  if (gap.eighths() < 0 || gap.eighths() > kMaxPaceEighths) {
    contract_.broken(
        fmt::format("`gap` answers {} eighths of a packet: a gap has 0 to {}", gap.eighths(), kMaxPaceEighths));
  }
  return gap;
}

Cycles CheckedPacer::packet_started(const PacedPacket& packet, Cycles now) {
  const Cycles slot = contract_.alike(
      "packet_started", [&] { return asked_->packet_started(packet, now); },
      [&] { return twin_->packet_started(packet, now); });
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
  for (PacerDecisions* pacer : {asked_.get(), twin_.get()}) {
    contract_.call("message_ended", [&] { pacer->message_ended(now); });
  }
}

void CheckedPacer::acknowledged(const Acknowledgement& acknowledgement, Cycles now) {
  for (PacerDecisions* pacer : {asked_.get(), twin_.get()}) {
    contract_.call("acknowledged", [&] { pacer->acknowledged(acknowledgement, now); });
  }
}

Cycles CheckedPacer::slot(Cycles said, Cycles now) const {
  return contract_.twice("slot", [&] { return asked_->slot(said, now); });
}

}  // namespace tactus
