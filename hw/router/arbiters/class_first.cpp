#include "hw/router/round_robin_pointer.h"

namespace tactus {
namespace {

/// One class of requesters always goes before the other, round robin inside each class, at first from its lowest
/// number. A grant moves the pointer of the winner's class only.
class ClassFirstArbiter final : public Arbiter {
 public:
  /// `preferred`: the requesters of the class that goes first.
  explicit ClassFirstArbiter(RequestMask preferred) : preferred_(preferred) {}

  int pick(RequestMask requests, RequestAges /*ages*/) override {
    const RequestMask first = requests & preferred_;
    return first != 0 ? preferred_pointer_.pick(first) : other_pointer_.pick(requests);
  }

  void reset() override {
    preferred_pointer_.reset();
    other_pointer_.reset();
  }

 private:
  RequestMask preferred_;
  RoundRobinPointer preferred_pointer_;
  RoundRobinPointer other_pointer_;
};

const Registered<ArbiterKind> kInjectionFirst{
    {{"injection_first", "A NIC's packet goes before every packet from a link, round robin among each."},
     ArbiterAges::kNone,
     [](const ArbiterRequesters& requesters) -> std::unique_ptr<Arbiter> {
       return std::make_unique<ClassFirstArbiter>(~requesters.through);
     }}};
const Registered<ArbiterKind> kThroughFirst{
    {{"through_first", "A packet from a link goes before every NIC's packet, round robin among each."},
     ArbiterAges::kNone,
     [](const ArbiterRequesters& requesters) -> std::unique_ptr<Arbiter> {
       return std::make_unique<ClassFirstArbiter>(requesters.through);
     }}};

}  // namespace
}  // namespace tactus
