// A pacer mode with a token bucket for each destination; rtl/bucket_pacer.sv is the same in SystemVerilog.
#include <algorithm>
#include <map>

#include "hw/nic/pacer_decisions.h"

using namespace tactus;

constexpr NumberKey kDepth{"bucket_depth", 256, "Cycles that packets may be ahead of a destination's rate.", 0, 65535};

/// A packet of L flits takes L (1 + gap) cycles out of its destination's bucket, which gets one back in each cycle.
class BucketPacer final : public PacerDecisions {
 public:
  explicit BucketPacer(const PacerPlace& place) : settings_(place.settings) {}
  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override {
    return std::max(PacketEighths{0}, settings_.gap);
  }
  [[nodiscard]] SlotRule slot_rule() const override { return SlotRule::kPacket; }
  [[nodiscard]] Cycles slot(const PacedPacket& next, Cycles /*said*/, Cycles /*now*/) const override {
    const Cycles depth{static_cast<std::uint64_t>(kDepth.of(settings_))};
    const auto full = full_.find(node_word(next.header.route.destination, 4));
    return full == full_.end() || full->second < depth ? Cycles{} : full->second - depth;
  }
  Cycles packet_started(const PacedPacket& packet, Cycles now) override {
    Cycles& full = full_[node_word(packet.header.route.destination, 4)];
    full = next_slot(std::max(full, now), packet.header.route.flits, packet.gap);
    return now + Cycles{packet.header.route.flits};
  }

 private:
  const PacingConfig& settings_;
  std::map<std::uint32_t, Cycles> full_;  ///< by destination: the cycle in which its bucket is full again
};

const Registered<PaceModeKind> kBucket{[] {
  PaceModePolicy mode = pace_mode_of<BucketPacer>("bucket", "Each destination has a token bucket.", {kDepth});
  mode.reads_gap = true;
  return mode;
}()};
