#include "hw/router/oldest_request.h"
#include "hw/router/round_robin_pointer.h"

namespace tactus {
namespace {

/// Grants to NIC requesters alone move their pointer.
class InjectionFirstComeArbiter final : public Arbiter {
 public:
  /// `injection`: the requesters that are NIC ports.
  explicit InjectionFirstComeArbiter(RequestMask injection) : injection_(injection) {}

  int pick(RequestMask requests, RequestAges ages) override {
    const RequestMask injected = requests & injection_;
    return injected != 0 ? pointer_.pick(injected) : oldest_request(requests, ages);
  }

  [[nodiscard]] RequestMask unnoticed_alone() const override { return ~injection_; }

  void reset() override { pointer_.reset(); }

 private:
  RequestMask injection_;
  RoundRobinPointer pointer_;
};

const Registered<ArbiterKind> kInjectionFirstCome{
    {{"injection_first_come", "A NIC's packet wins, round robin among NICs; else the packet that came here first."},
     ArbiterAges::kArrival,
     [](const ArbiterRequesters& requesters) -> std::unique_ptr<Arbiter> {
       return std::make_unique<InjectionFirstComeArbiter>(~requesters.through);
     }}};

}  // namespace
}  // namespace tactus
