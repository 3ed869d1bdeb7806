#include "hw/nic/checked_pacer.h"

#include <fmt/format.h>

#include "hw/nic/pacing_settings.h"

namespace tactus {

PacketEighths CheckedPacer::gap(const PacedMessage& message, Cycles now) {
  const PacketEighths gap =
      instance_.ask(contract_, "gap", [&](PacerDecisions& pacer) { return pacer.gap(message, now); });
  if (gap.eighths() < 0 || gap.eighths() > kMaxPaceEighths) {
    contract_.broken(
        fmt::format("`gap` answers {} eighths of a packet: a gap has 0 to {}", gap.eighths(), kMaxPaceEighths));
  }
  return gap;
}

Cycles CheckedPacer::packet_started(const PacedPacket& packet, Cycles now) {
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
  instance_.tell(contract_, "message_ended", [&](PacerDecisions& pacer) { pacer.message_ended(now); });
}

void CheckedPacer::acknowledged(const Acknowledgement& acknowledgement, Cycles now) {
  instance_.tell(contract_, "acknowledged", [&](PacerDecisions& pacer) { pacer.acknowledged(acknowledgement, now); });
}

Cycles CheckedPacer::slot(Cycles said, Cycles now) const {
  return contract_.twice("slot", [&] { return instance_.first().slot(said, now); });
}

}  // namespace tactus
