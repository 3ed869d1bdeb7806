#pragma once

#include <deque>

#include "hw/nic/granted_packets.h"
#include "hw/nic/injection_control.h"
#include "hw/nic/packetiser.h"

namespace tactus {

/// Long messages over long ways go in pieces that the receiving node asks for, as Blue Gene/Q paces remote gets.
///
/// A message longer than `paced_size` that goes over more than `paced_hops` links, or whose ends differ in more than
/// `paced_dimensions` coordinates, is paced; others go as they are. The first packet of a paced message tells the
/// receiver of it. The node grants it piece by piece, round robin with the others that its engines receive, while no
/// more than `pieces_in_flight` granted packets are still to come. All NICs must be set alike.
class PacedPieces final : public InjectionControl {
 public:
  PacedPieces(const ControlConfig& control, const MachineConfig& machine);

  [[nodiscard]] bool may_start(const PacketHeader& packet, Cycles now) const override;
  void started(const PacketHeader& packet) override;
  void data_taken(const PacketHeader& packet, Cycles now) override;
  bool control_taken(const PacketHeader& packet, Cycles now) override;
  [[nodiscard]] std::vector<std::string> final_faults() const override { return granted_.final_faults(); }

 private:
  [[nodiscard]] bool is_paced(const PacketHeader& packet) const;
  void grant_pieces();

  const ControlConfig control_;
  const NetworkShape torus_;
  const Packetiser packetiser_;
  std::deque<Backlog> backlogs_;  ///< messages of all engines; the one in front has its turn first
  std::uint32_t in_flight_ = 0;   ///< packets granted by this node that have not come
  GrantedPackets granted_;
};

}  // namespace tactus
