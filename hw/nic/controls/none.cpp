#include "hw/nic/injection_control.h"

namespace tactus {
namespace {

ControlPolicy none() {
  ControlPolicy policy;
  policy.name = "none";
  policy.summary = "Nothing beside the pacer and credits holds packets.";
  policy.number = 0;
  policy.single_packets = true;
  return policy;
}

const Registered<ControlKind> kRegistered{none()};

}  // namespace
}  // namespace tactus
