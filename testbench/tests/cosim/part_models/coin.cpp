// An arbiter that has a state and compares ages; coin/coin.sv is the same in SystemVerilog.
#include "hw/router/arbiter.h"

using namespace tactus;

/// The youngest packet wins, and every second time the lowest number.
class Coin final : public Arbiter {
 public:
  int pick(RequestMask requests, RequestAges ages) override {
    by_age_ = !by_age_;
    int best = __builtin_ctzll(requests);
    if (!by_age_) return best;
    for (RequestMask rest = requests & (requests - 1); rest != 0; rest &= rest - 1) {
      const int other = __builtin_ctzll(rest);
      if (!is_before(ages[other], ages[best])) best = other;
    }
    return best;
  }
  void reset() override { by_age_ = false; }

 private:
  bool by_age_ = false;
};

const Registered<ArbiterKind> kCoin{[] {
  ArbiterPolicy policy;
  policy.name = "coin";
  policy.summary = "The youngest packet wins, and every second time the lowest number.";
  policy.ages = ArbiterAges::kInjection;
  policy.make = [](const ArbiterRequesters&) -> std::unique_ptr<Arbiter> { return std::make_unique<Coin>(); };
  return policy;
}()};
