#pragma once

#include <array>

#include "hw/router/arbiter.h"

namespace tactus {

/// ArbiterKind::kMatrix: the least recently served requester wins; those never served go by their number,
/// lowest first. See docs/reference/arbiters.md.
class MatrixArbiter final : public Arbiter {
 public:
  explicit MatrixArbiter(int requesters);
  int pick(RequestMask requests, RequestAges ages) override;
  void reset() override;

 private:
  int requesters_;
  /// Row i of the priority matrix: everybody who goes before requester i. The rows always describe a total order.
  std::array<RequestMask, kMaxRequesters> superiors_{};
};

}  // namespace tactus
