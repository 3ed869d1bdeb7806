#pragma once

#include "hw/common/policy_instance.h"
#include "hw/router/arbiter.h"

namespace tactus {

/// An arbiter of a plug-in: it has to grant a requester that asks, and the same as its twin.
class CheckedArbiter final : public Arbiter {
 public:
  CheckedArbiter(const ArbiterPolicy& policy, const ArbiterRequesters& requesters)
      : contract_(ArbiterKind::kName, policy), instance_(contract_, [&] { return policy.make(requesters); }) {}

  int pick(RequestMask requests, RequestAges ages) override {
    const int granted =
        instance_.ask(contract_, "pick", [&](Arbiter& arbiter) { return arbiter.pick(requests, ages); });
    contract_.require(granted >= 0 && granted < kMaxRequesters && (requests >> granted & 1U) != 0,
                      "`pick` grants a requester that does not ask");
    return granted;
  }
  void reset() override {
    instance_.tell(contract_, "reset", [](Arbiter& arbiter) { arbiter.reset(); });
  }

 private:
  PolicyContract contract_;
  PolicyInstance<Arbiter> instance_;
};

}  // namespace tactus
