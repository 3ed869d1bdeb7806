#pragma once

#include "hw/router/arbiter.h"
#include "hw/router/request_bits.h"

namespace tactus {

/// The requester with the earliest cycle; of several with the same cycle, the lowest number. Cycles are compared modulo
/// 2^32, which is exact as long as those that meet are within 2^31 cycles of each other (8.6 s at 4 ns).
inline int oldest_request(RequestMask requests, RequestAges ages) {
  int oldest = lowest_request(requests);
  for (RequestMask rest = requests & (requests - 1); rest != 0; rest &= rest - 1) {
    const int candidate = lowest_request(rest);
    if (is_before(ages[candidate], ages[oldest])) oldest = candidate;
  }
  return oldest;
}

}  // namespace tactus
