#include <algorithm>
#include <deque>

#include "hw/nic/granted_packets.h"
#include "hw/nic/injection_control.h"
#include "hw/nic/nic_registers.h"
#include "hw/nic/packetiser.h"

namespace tactus {
namespace {

/// Credits of the receiver, as Ultra Ethernet's RCCC has them: the first packets of a message go on speculation, the
/// others when the receiver has granted them; one-sided messages, which do not tell their length, all. Each engine
/// grants at the rate of its link, round robin among the messages that have a backlog; the first packet of a message
/// tells it the length.
class ReceiverCredits final : public InjectionControl {
 public:
  explicit ReceiverCredits(const ControlPlace& place);

  [[nodiscard]] bool may_start(const PacketHeader& packet, Cycles now) const override;
  void started(const PacketHeader& packet, Cycles now) override;
  void data_taken(const PacketHeader& packet, Cycles now) override;
  bool control_taken(const PacketHeader& packet, Cycles now) override;
  void advance(int engine, Cycles now) override;
  [[nodiscard]] Cycles next(int engine) const override;
  [[nodiscard]] std::vector<std::string> final_faults() const override { return granted_.final_faults(); }

 private:
  /// Messages that an engine receives, as far as they have to be granted.
  struct Receiver {
    std::deque<Backlog> backlogs;  ///< the one in front has its turn first
    Cycles next_grant;             ///< not before this edge
  };
  [[nodiscard]] bool on_speculation(const PacketHeader& packet) const {
    return packet.transport.one_sided || packet.transport.packet_index < speculative_;
  }

  const std::uint32_t speculative_;
  const std::uint32_t grant_;
  const std::uint64_t packet_cycles_;  ///< that the largest packet keeps a link busy
  const Packetiser packetiser_;
  std::array<Receiver, kMaxNics> receivers_;
  GrantedPackets granted_;
};

ReceiverCredits::ReceiverCredits(const ControlPlace& place)
    : speculative_(static_cast<std::uint32_t>(place.control.speculative)),
      grant_(static_cast<std::uint32_t>(place.control.grant)),
      packet_cycles_(static_cast<std::uint64_t>(place.machine.max_packet_flits())),
      packetiser_(place.machine.max_payload()) {}

bool ReceiverCredits::may_start(const PacketHeader& packet, Cycles /*now*/) const {
  return on_speculation(packet) || granted_.any(packet.route);
}

void ReceiverCredits::started(const PacketHeader& packet, Cycles /*now*/) {
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

ControlPolicy receiver_credits() {
  ControlPolicy policy = control_of<ReceiverCredits>(
      "receiver_credits", "The first packets of a message go at once, the others when the receiver grants them.");
  policy.number = 2;
  using namespace nic_reg;
  policy.keys = {
      ControlKey<int>{
          {"speculative", &ControlConfig::speculative, "Packets of a message that need no credits.", 1, 255},
          control_field(kCredits, kCreditsSpeculative)},
      ControlKey<int>{{"grant", &ControlConfig::grant, "Packets that a receiver grants at a time.", 1, 255},
                      control_field(kCredits, kCreditsGrant)},
  };
  return policy;
}

const Registered<ControlKind> kRegistered{receiver_credits()};

}  // namespace
}  // namespace tactus
