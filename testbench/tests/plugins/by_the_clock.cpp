#include <ctime>

#include "hw/nic/pacer_decisions.h"

namespace {
using namespace tactus;

class Clocked final : public PacerDecisions {
 public:
  explicit Clocked(const PacerPlace& /*place*/) {}
  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override {
    return PacketEighths{static_cast<int>(std::time(nullptr) % 8)};
  }
};
const Registered<PaceModeKind> kClocked{pace_mode_of<Clocked>("my_clocked", "Gaps by the time of day.")};

}  // namespace
