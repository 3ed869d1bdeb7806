#include <algorithm>
#include <deque>

#include "hw/nic/granted_packets.h"
#include "hw/nic/injection_control.h"
#include "hw/nic/nic_registers.h"
#include "hw/nic/packetiser.h"

namespace tactus {
namespace {

/// Long messages over long ways go in pieces that the receiving node asks for, as Blue Gene/Q paces remote gets.
///
/// A message longer than `paced_size` that goes over more than `paced_hops` links, or whose ends differ in more than
/// `paced_dimensions` coordinates, is paced; others go as they are. The first packet of a paced message tells the
/// receiver of it. The node grants it piece by piece, round robin with the others that its engines receive, while no
/// more than `pieces_in_flight` granted packets are still to come. All NICs must be set alike.
class PacedPieces final : public InjectionControl {
 public:
  explicit PacedPieces(const ControlPlace& place);

  [[nodiscard]] bool may_start(const PacketHeader& packet, Cycles now) const override;
  void started(const PacketHeader& packet, Cycles now) override;
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

PacedPieces::PacedPieces(const ControlPlace& place)
    : control_(place.control), torus_(place.machine.network), packetiser_(place.machine.max_payload()) {}

bool PacedPieces::is_paced(const PacketHeader& packet) const {
  if (packet.transport.message_bytes <= control_.paced_size.count()) return false;
  const Coordinate from = packet.route.source;
  const Coordinate to = packet.route.destination;
  int dimensions = 0;  // of a graph none
  for (int d = 0; d < torus_.dimensions() && !torus_.is_graph(); ++d) dimensions += from[d] != to[d] ? 1 : 0;
  return torus_.hops(from, to) > control_.paced_hops || dimensions > control_.paced_dimensions;
}

bool PacedPieces::may_start(const PacketHeader& packet, Cycles /*now*/) const {
  return packet.transport.packet_index == 0 || granted_.any(packet.route) || !is_paced(packet);
}

void PacedPieces::started(const PacketHeader& packet, Cycles /*now*/) {
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

ControlPolicy pieces() {
  ControlPolicy policy =
      control_of<PacedPieces>("pieces", "Long messages over long ways go in pieces that the receiving node asks for.");
  policy.number = 1;
  using namespace nic_reg;
  policy.keys = {
      ControlKey<Bytes>{{"paced_size",
                         &ControlConfig::paced_size,
                         "Size up to which messages are not paced.",
                         {},
                         Bytes{(std::uint64_t{1} << 32U) - 1}},
                        control_field(kPacedSize)},
      ControlKey<int>{
          {"paced_hops", &ControlConfig::paced_hops,
           "Links up to which messages are not paced, unless `pacing.paced_dimensions` has them paced.", 0, 255},
          control_field(kPacedWay, kPacedWayHops)},
      ControlKey<int>{{"paced_dimensions", &ControlConfig::paced_dimensions,
                       "Coordinates in which the ends of a message may differ before it is paced.", 0, 3},
                      control_field(kPacedWay, kPacedWayDimensions)},
      ControlKey<int>{{"piece", &ControlConfig::piece, "Packets that a receiver asks for at a time.", 1, 255},
                      control_field(kPieceCount, kPieceCountPiece)},
      ControlKey<int>{{"pieces_in_flight", &ControlConfig::pieces_in_flight,
                       "Packets that a node may have asked for and not received, at least a piece.", 1, 65'535},
                      control_field(kPieceCount, kPieceCountInFlight)},
  };
  policy.check = [](const PacingConfig& pacing, ConfigFaults& faults) {
    const ControlConfig& c = pacing.control;
    faults.require(c.pieces_in_flight >= c.piece, "control.pieces_in_flight", "{} packets: {} to 65535",
                   c.pieces_in_flight, c.piece);
    faults.require(pacing.window == 0, "window",
                   "with control: pieces messages can wait in a circle, each for the other half of its exchange while "
                   "it keeps pieces that others need; use window: 0");
  };
  return policy;
}

const Registered<ControlKind> kRegistered{pieces()};

}  // namespace
}  // namespace tactus
