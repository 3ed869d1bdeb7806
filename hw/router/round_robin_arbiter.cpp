#include "hw/router/round_robin_arbiter.h"

namespace tactus {

int RoundRobinArbiter::pick(RequestMask requests, RequestAges /*ages*/) { return pointer_.pick(requests); }

}  // namespace tactus
