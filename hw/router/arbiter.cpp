#include "hw/router/arbiter.h"

#include <cassert>

#include "hw/router/age_arbiter.h"
#include "hw/router/class_first_arbiter.h"
#include "hw/router/injection_first_come_arbiter.h"
#include "hw/router/matrix_arbiter.h"
#include "hw/router/request_bits.h"
#include "hw/router/round_robin_arbiter.h"

namespace tactus {

std::unique_ptr<Arbiter> make_arbiter(ArbiterKind kind, int requesters, int torus_requesters) {
  assert(requesters >= 1 && requesters <= kMaxRequesters);
  assert(torus_requesters >= 0 && torus_requesters <= requesters);
  const RequestMask through = first_requests(torus_requesters);
  switch (kind) {
    case ArbiterKind::kRoundRobin:
      return std::make_unique<RoundRobinArbiter>();
    case ArbiterKind::kMatrix:
      return std::make_unique<MatrixArbiter>(requesters);
    case ArbiterKind::kOldestFirst:
    case ArbiterKind::kFirstCome:
      return std::make_unique<AgeArbiter>();
    case ArbiterKind::kInjectionFirst:
      return std::make_unique<ClassFirstArbiter>(~through);
    case ArbiterKind::kThroughFirst:
      return std::make_unique<ClassFirstArbiter>(through);
    case ArbiterKind::kInjectionFirstCome:
      return std::make_unique<InjectionFirstComeArbiter>(~through);
  }
  return nullptr;
}

}  // namespace tactus
