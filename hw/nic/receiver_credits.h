#pragma once

#include <deque>

#include "hw/nic/granted_packets.h"
#include "hw/nic/injection_control.h"
#include "hw/nic/packetiser.h"

namespace tactus {

/// Credits of the receiver, as Ultra Ethernet's RCCC has them: the first packets of a message go on speculation, the
/// others when the receiver has granted them; one-sided messages, which do not tell their length, all. Each engine
/// grants at the rate of its link, round robin among the messages that have a backlog; the first packet of a message
/// tells it the length.
class ReceiverCredits final : public InjectionControl {
 public:
  ReceiverCredits(const ControlConfig& control, const MachineConfig& machine);

  [[nodiscard]] bool may_start(const PacketHeader& packet, Cycles now) const override;
  void started(const PacketHeader& packet) override;
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

}  // namespace tactus
