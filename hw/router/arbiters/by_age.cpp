#include "hw/router/oldest_request.h"

namespace tactus {
namespace {

/// Both policies of this file: they differ in what `ages` count from.
class AgeArbiter final : public Arbiter {
 public:
  int pick(RequestMask requests, RequestAges ages) override { return oldest_request(requests, ages); }
  [[nodiscard]] RequestMask unnoticed_alone() const override { return ~RequestMask{0}; }
  void reset() override {}
};

std::unique_ptr<Arbiter> make(const ArbiterRequesters& /*requesters*/) { return std::make_unique<AgeArbiter>(); }

const Registered<ArbiterKind> kOldestFirst{
    {{"oldest_first", "The packet that was injected first wins."}, ArbiterAges::kInjection, make}};
const Registered<ArbiterKind> kFirstCome{
    {{"first_come", "The packet that came to this router first wins."}, ArbiterAges::kArrival, make}};

}  // namespace
}  // namespace tactus
