#include "hw/router/arbiter.h"

#include <cassert>

#include "hw/router/checked_arbiter.h"
#include "hw/router/request_bits.h"

namespace tactus {

std::unique_ptr<Arbiter> make_arbiter(const ArbiterName& choice, int requesters, int torus_requesters) {
  assert(requesters >= 1 && requesters <= kMaxRequesters);
  assert(torus_requesters >= 0 && torus_requesters <= requesters);
  const ArbiterPolicy& chosen = policy(choice);
  const ArbiterRequesters all{requesters, first_requests(torus_requesters)};
  if (!chosen.plugin.empty()) return std::make_unique<CheckedArbiter>(chosen, all);
  return chosen.make(all);
}

}  // namespace tactus
