#pragma once

#include "hw/router/arbiter.h"

namespace tactus {

/// ArbiterKind::kOldestFirst and kFirstCome, which differ in what the age counts from (`packet_age`): the earliest
/// cycle wins; of several packets with the same one, that with the lowest requester number. Ages are compared modulo
/// 2^32, which is exact as long as those that meet are within 2^31 cycles of each other (8.6 s at 4 ns). See
/// docs/reference/arbiters.md.
class AgeArbiter final : public Arbiter {
 public:
  int pick(RequestMask requests, RequestAges ages) override;
  void reset() override {}
};

}  // namespace tactus
