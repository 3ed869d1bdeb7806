#include "hw/router/round_robin_pointer.h"

namespace tactus {
namespace {

class RoundRobinArbiter final : public Arbiter {
 public:
  int pick(RequestMask requests, RequestAges /*ages*/) override { return pointer_.pick(requests); }
  void reset() override { pointer_.reset(); }

 private:
  RoundRobinPointer pointer_;
};

const Registered<ArbiterKind> kRoundRobin{
    {{"round_robin", "The first requester after the last winner wins, cyclically."},
     ArbiterAges::kNone,
     [](const ArbiterRequesters&) -> std::unique_ptr<Arbiter> { return std::make_unique<RoundRobinArbiter>(); }}};

}  // namespace
}  // namespace tactus
