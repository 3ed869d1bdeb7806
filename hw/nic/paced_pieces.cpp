#include "hw/nic/paced_pieces.h"

#include <algorithm>

namespace tactus {

PacedPieces::PacedPieces(const ControlConfig& control, const MachineConfig& machine)
    : control_(control), torus_(machine.network), packetiser_(machine.max_payload()) {}

bool PacedPieces::is_paced(const PacketHeader& packet) const {
  if (packet.transport.message_bytes <= control_.paced_size.count()) return false;
  const Coordinate from = packet.route.source;
  const Coordinate to = packet.route.destination;
  int dimensions = 0;
  for (int d = 0; d < torus_.dimensions(); ++d) dimensions += from[d] != to[d] ? 1 : 0;
  return torus_.hops(from, to) > control_.paced_hops || dimensions > control_.paced_dimensions;
}

bool PacedPieces::may_start(const PacketHeader& packet, Cycles /*now*/) const {
  return packet.transport.packet_index == 0 || granted_.any(packet.route) || !is_paced(packet);
}

void PacedPieces::started(const PacketHeader& packet) {
  if (packet.transport.packet_index != 0 && is_paced(packet)) granted_.use(packet.route);
}

void PacedPieces::data_taken(const PacketHeader& packet, Cycles /*now*/) {
  if (!is_paced(packet)) return;
  if (packet.transport.packet_index == 0) {
    const std::uint64_t packets = packetiser_.packets(Bytes{packet.transport.message_bytes});
    if (packets == 1) return;
    backlogs_.push_back({packet.route, static_cast<std::uint32_t>(packets) - 1});
  } else {
    --in_flight_;
  }
  grant_pieces();
}

bool PacedPieces::control_taken(const PacketHeader& packet, Cycles /*now*/) {
  if (packet.route.kind != PacketKind::kGrant) return false;
  granted_.add(packet);
  wake(packet.route.destination_nic);
  return true;
}

void PacedPieces::grant_pieces() {
  const auto most = static_cast<std::uint32_t>(control_.pieces_in_flight);
  while (!backlogs_.empty()) {
    Backlog backlog = backlogs_.front();
    const std::uint32_t packets = std::min(static_cast<std::uint32_t>(control_.piece), backlog.packets);
    if (in_flight_ + packets > most) return;
    backlogs_.pop_front();
    in_flight_ += packets;
    tell(PacketKind::kGrant, backlog.from, packets);
    backlog.packets -= packets;
    if (backlog.packets != 0) backlogs_.push_back(backlog);
  }
}

}  // namespace tactus
