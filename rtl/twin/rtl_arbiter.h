#pragma once

#include <memory>

#include "hw/common/router_config.h"
#include "hw/router/arbiter.h"
#include "rtl/twin/verilated_arbiter.h"

namespace tactus {

/// The arbiter of one output that decides as RTL does, an `output_arbiter` that need not be ours. Throws RtlAssertion
/// where it does not grant to exactly one of those that ask.
class RtlArbiter final : public Arbiter {
 public:
  RtlArbiter(std::shared_ptr<VerilatedArbiter> rtl, bool oldest_first, int requesters);

  int pick(RequestMask requests, RequestAges ages) override;
  void reset() override { state_ = first_; }

 private:
  std::shared_ptr<VerilatedArbiter> rtl_;
  bool oldest_first_;
  unsigned requesters_;
  RequestMask first_;  ///< state after reset
  RequestMask state_;
};

}  // namespace tactus
