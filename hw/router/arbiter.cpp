#include "hw/router/arbiter.h"

#include <cassert>

#include "hw/router/request_bits.h"

namespace tactus {

std::unique_ptr<Arbiter> make_arbiter(const ArbiterName& choice, int requesters, int torus_requesters) {
  assert(requesters >= 1 && requesters <= kMaxRequesters);
  assert(torus_requesters >= 0 && torus_requesters <= requesters);
  return policy(choice).make({requesters, first_requests(torus_requesters)});
}

}  // namespace tactus
