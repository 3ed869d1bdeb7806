#include "hw/nic/receiver_credits.h"

#include <algorithm>

namespace tactus {

ReceiverCredits::ReceiverCredits(const ControlConfig& control, const MachineConfig& machine)
    : speculative_(static_cast<std::uint32_t>(control.speculative)),
      grant_(static_cast<std::uint32_t>(control.grant)),
      packet_cycles_(static_cast<std::uint64_t>(machine.max_packet_flits())),
      packetiser_(machine.max_payload()) {}

bool ReceiverCredits::may_start(const PacketHeader& packet, Cycles /*now*/) const {
  return on_speculation(packet) || granted_.any(packet.route);
}

void ReceiverCredits::started(const PacketHeader& packet) {
  if (!on_speculation(packet)) granted_.use(packet.route);
}

void ReceiverCredits::data_taken(const PacketHeader& packet, Cycles /*now*/) {
  if (packet.transport.one_sided || packet.transport.packet_index != 0) return;
  const std::uint64_t packets = packetiser_.packets(Bytes{packet.transport.message_bytes});
  if (packets <= speculative_) return;
  receivers_[packet.route.destination_nic].backlogs.push_back(
      {packet.route, static_cast<std::uint32_t>(packets) - speculative_});
  wake(packet.route.destination_nic);
}

bool ReceiverCredits::control_taken(const PacketHeader& packet, Cycles /*now*/) {
  if (packet.route.kind != PacketKind::kGrant) return false;
  granted_.add(packet);
  wake(packet.route.destination_nic);
  return true;
}

void ReceiverCredits::advance(int engine, Cycles now) {
  Receiver& receiver = receivers_[static_cast<std::size_t>(engine)];
  if (receiver.backlogs.empty() || now < receiver.next_grant) return;
  Backlog backlog = receiver.backlogs.front();
  receiver.backlogs.pop_front();
  const std::uint32_t packets = std::min(grant_, backlog.packets);
  tell(PacketKind::kGrant, backlog.from, packets);
  receiver.next_grant = now + Cycles{packet_cycles_ * packets};
  backlog.packets -= packets;
  if (backlog.packets != 0) receiver.backlogs.push_back(backlog);
}

Cycles ReceiverCredits::next(int engine) const {
  const Receiver& receiver = receivers_[static_cast<std::size_t>(engine)];
  return receiver.backlogs.empty() ? Cycles::max() : receiver.next_grant;
}

}  // namespace tactus
