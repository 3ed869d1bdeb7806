// Phases without a clock: engines 2 and 3 begin as many packets late as the others cross links of the first dimension,
// and packets of each message come as fast as its links allow. Meant for a2at on a square torus.
#include <algorithm>
#include <cstdlib>

#include "hw/nic/pacer_decisions.h"

namespace {
using namespace tactus;

constexpr NumberKey kSide{"side", 9, "Nodes in each dimension of the network.", 2, 64};
constexpr NumberKey kStagger{"stagger", 1, "Packets by which an engine begins late for each link.", 0, 8};
constexpr int kFirstStaggered = 2;  ///< engine

/// Messages (i, j) and (j, i) start a packet every i + j packets. (j, i) begins i packets later, so that its packets
/// find the slots that (i, j) leaves free: docs/studies/pacing_by_phase.md, with k = 1 and no wave.
class Stagger final : public PacerDecisions {
 public:
  explicit Stagger(const PacerPlace& place)
      : side_(static_cast<int>(kSide.of(place.settings))),
        position_(place.position),
        stagger_(place.engine < kFirstStaggered ? 0 : kStagger.of(place.settings)) {}

  PacketEighths gap(const PacedMessage& message, Cycles now) override {
    taken_ = now;
    const int apart = std::abs(message.destination[1] - position_[1]);
    late_ = 1 + stagger_ * std::min(apart, side_ - apart);
    return PacketEighths{8 * std::max(0, message.hops - 1)};
  }
  SlotRule slot_rule() const override { return SlotRule::kPacket; }
  Cycles slot(const PacedPacket& next, Cycles said, Cycles /*now*/) const override {
    if (next.header.transport.packet_index != 0) return said;
    return taken_ + Cycles{static_cast<std::uint64_t>(late_ * next.header.route.flits)};
  }
  bool one_message() const override { return true; }

 private:
  int side_;
  Coordinate position_;
  double stagger_;
  Cycles taken_;     ///< edge at which the engine took its message
  double late_ = 1;  ///< packets from then to the first slot: one while the engine reads, and the stagger
};

const Registered<PaceModeKind> kMode{pace_mode_of<Stagger>(
    "stagger", "A gap by hops, with which engines 2 and 3 begin late by the links of the second dimension.",
    {kSide, kStagger})};
}  // namespace
