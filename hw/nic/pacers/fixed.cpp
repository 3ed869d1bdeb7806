#include <algorithm>

#include "hw/nic/pacer_decisions.h"

namespace tactus {
namespace {

class FixedGap final : public PacerDecisions {
 public:
  explicit FixedGap(const PacingConfig& settings) : settings_(settings) {}

  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override {
    return PacketEighths{std::max(0, settings_.gap.eighths())};
  }

 private:
  const PacingConfig& settings_;
};

PaceModePolicy fixed() {
  PaceModePolicy policy;
  policy.name = "fixed";
  policy.summary = "Every message has the gap `pacing.gap`.";
  policy.make = [](const PacerPlace& place) -> std::unique_ptr<PacerDecisions> {
    return std::make_unique<FixedGap>(place.settings);
  };
  policy.number = 1;
  policy.reads_gap = true;
  policy.flow_level = true;
  return policy;
}

const Registered<PaceModeKind> kFixed{fixed()};

}  // namespace
}  // namespace tactus
