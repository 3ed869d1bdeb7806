// A name and a key that the program has, and a number of the program's registers.
#include "hw/nic/pacer_decisions.h"

namespace {
using namespace tactus;

class None final : public PacerDecisions {
 public:
  explicit None(const PacerPlace& /*place*/) {}
  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override { return PacketEighths{0}; }
};

PaceModePolicy taken() {
  PaceModePolicy policy = pace_mode_of<None>("my_own", "A key and a number that are taken.");
  policy.number = 1;
  policy.keys = {{"gap", 1, "Gap.", 0, 1}};
  return policy;
}
const Registered<PaceModeKind> kFixed{pace_mode_of<None>("fixed", "A name that is taken.")};
const Registered<PaceModeKind> kOwn{taken()};

}  // namespace
