#pragma once

#include <memory>

#include "hw/common/policy_contract.h"
#include "hw/router/arbiter.h"

namespace tactus {

/// An arbiter of a plug-in, with another instance of it beside: both are told the same, and have to grant the same, a
/// requester that asks.
class CheckedArbiter final : public Arbiter {
 public:
  CheckedArbiter(const ArbiterPolicy& policy, const ArbiterRequesters& requesters)
      : contract_(ArbiterKind::kName, policy),
        asked_(contract_.made([&] { return policy.make(requesters); })),
        twin_(contract_.made([&] { return policy.make(requesters); })) {}

  int pick(RequestMask requests, RequestAges ages) override {
    const int granted = contract_.alike(
        "pick", [&] { return asked_->pick(requests, ages); }, [&] { return twin_->pick(requests, ages); });
    contract_.require(granted >= 0 && granted < kMaxRequesters && (requests >> granted & 1U) != 0,
                      "`pick` grants a requester that does not ask");
    return granted;
  }
  void reset() override {
    for (Arbiter* arbiter : {asked_.get(), twin_.get()}) contract_.call("reset", [&] { arbiter->reset(); });
  }

 private:
  PolicyContract contract_;
  std::unique_ptr<Arbiter> asked_;
  std::unique_ptr<Arbiter> twin_;
};

}  // namespace tactus
