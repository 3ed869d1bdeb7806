#pragma once

#include "hw/router/age_arbiter.h"
#include "hw/router/arbiter.h"
#include "hw/router/round_robin_arbiter.h"

namespace tactus {

/// ArbiterKind::kInjectionFirstCome: a NIC requester if there is one, round robin among them; else the packet that came
/// first to this router. Grants to NIC requesters alone move their pointer. See docs/reference/arbiters.md.
class InjectionFirstComeArbiter final : public Arbiter {
 public:
  /// `injection`: the requesters that are NIC ports.
  explicit InjectionFirstComeArbiter(RequestMask injection) : injection_(injection) {}
  int pick(RequestMask requests, RequestAges ages) override;
  void reset() override { pointer_.reset(); }

 private:
  RequestMask injection_;
  RoundRobinPointer pointer_;
  AgeArbiter first_come_;
};

}  // namespace tactus
