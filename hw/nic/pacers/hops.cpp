#include <algorithm>

#include "hw/nic/pacer_decisions.h"

namespace tactus {
namespace {

class GapOfHops final : public PacerDecisions {
 public:
  explicit GapOfHops(const PacingConfig& settings) : settings_(settings) {}

  PacketEighths gap(const PacedMessage& message, Cycles /*now*/) override {
    return PacketEighths{std::max(0, 8 * (message.hops - 1) + settings_.bias.eighths())};
  }

 private:
  const PacingConfig& settings_;
};

PaceModePolicy hops() {
  PaceModePolicy policy;
  policy.name = "hops";
  policy.summary = "A message over so many hops has the gap max(0, hops - 1 + `pacing.bias`).";
  policy.make = [](const PacerPlace& place) -> std::unique_ptr<PacerDecisions> {
    return std::make_unique<GapOfHops>(place.settings);
  };
  policy.number = 2;
  policy.reads_bias = true;
  policy.flow_level = true;
  return policy;
}

const Registered<PaceModeKind> kHops{hops()};

}  // namespace
}  // namespace tactus
