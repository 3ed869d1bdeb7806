#include "hw/nic/pacer_decisions.h"

namespace tactus {
namespace {

class NoGap final : public PacerDecisions {
 public:
  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override { return PacketEighths{0}; }
};

PaceModePolicy off() {
  PaceModePolicy policy;
  policy.name = "off";
  policy.summary = "The packets of a message have no gaps.";
  policy.make = [](const PacerPlace&) -> std::unique_ptr<PacerDecisions> { return std::make_unique<NoGap>(); };
  policy.number = 0;
  policy.flow_level = true;
  return policy;
}

const Registered<PaceModeKind> kOff{off()};

}  // namespace
}  // namespace tactus
