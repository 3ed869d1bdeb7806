#pragma once

#include "hw/router/arbiter.h"
#include "hw/router/round_robin_arbiter.h"

namespace tactus {

/// ArbiterKind::kInjectionFirst and kThroughFirst: one class of requesters always goes before the other,
/// round robin inside each class, at first from its lowest number. A grant moves the pointer of the winner's class
/// only.
/// See docs/reference/arbiters.md.
class ClassFirstArbiter final : public Arbiter {
 public:
  /// `preferred`: the requesters of the class that goes first.
  explicit ClassFirstArbiter(RequestMask preferred) : preferred_(preferred) {}
  int pick(RequestMask requests, RequestAges ages) override;
  void reset() override;

 private:
  RequestMask preferred_;
  RoundRobinPointer preferred_pointer_;
  RoundRobinPointer other_pointer_;
};

}  // namespace tactus
