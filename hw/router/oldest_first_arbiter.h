#pragma once

#include "hw/router/arbiter.h"

namespace tactus {

/// ArbiterKind::kOldestFirst: the packet injected first wins; of several injected in the same cycle, the one
/// with the lowest requester number. Ages are compared modulo 2^32, which is exact as long as the packets
/// that meet were injected within 2^31 cycles of each other (8.6 s at 4 ns). See docs/reference/arbiters.md.
class OldestFirstArbiter final : public Arbiter {
 public:
  int pick(RequestMask requests, RequestAges inject_cycles) override;
  void reset() override {}
};

}  // namespace tactus
