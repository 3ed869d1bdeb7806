// A pacer mode that is a hash of all that a pacer is told; mixer/mixer.sv is the same in SystemVerilog.
#include "hw/nic/pacer_decisions.h"

using namespace tactus;

class Mixer final : public PacerDecisions {
 public:
  explicit Mixer(const PacerPlace& /*place*/) {}

  PacketEighths gap(const PacedMessage& message, Cycles /*now*/) override {
    const auto bytes = static_cast<std::uint32_t>(message.bytes.count());
    const auto way = static_cast<std::uint32_t>(message.hops << 12 | message.destination_nic << 20);
    heard_ = 5 * heard_ + (node_word(message.destination, 4) ^ way ^ bytes);
    return PacketEighths{static_cast<int>((heard_ ^ heard_ >> 12 ^ heard_ >> 20) & 15U)};
  }
  [[nodiscard]] SlotRule slot_rule() const override { return SlotRule::kPacket; }
  [[nodiscard]] Cycles slot(const PacedPacket& next, Cycles /*said*/, Cycles /*now*/) const override {
    const RouteHeader& route = next.header.route;
    const std::uint32_t to = node_word(route.destination, 4);
    return after_ + Cycles{(heard_ ^ to ^ to >> 8 ^ route.destination_nic * 4U ^ route.flits) & 31U};
  }
  Cycles packet_started(const PacedPacket& packet, Cycles now) override {
    const std::uint32_t flits = packet.header.route.flits;
    after_ = next_slot(now, static_cast<int>(flits), packet.gap);
    heard_ += flits;
    return now + Cycles{flits};
  }
  void message_ended(Cycles /*now*/) override { heard_ ^= 0x5A5A; }

 private:
  std::uint32_t heard_ = 0;
  Cycles after_;  ///< slot of the next packet, without what is added for it
};

const Registered<PaceModeKind> kMixer{[] {
  PaceModePolicy mode = pace_mode_of<Mixer>("mixer", "Everything counts.");
  mode.reads_bias = true;
  return mode;
}()};
