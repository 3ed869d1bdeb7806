#include "hw/router/age_arbiter.h"

#include "hw/router/request_bits.h"

namespace tactus {

int AgeArbiter::pick(RequestMask requests, RequestAges ages) {
  int oldest = lowest_request(requests);
  for (RequestMask rest = requests & (requests - 1); rest != 0; rest &= rest - 1) {
    const int candidate = lowest_request(rest);
    if (is_before(ages[candidate], ages[oldest])) oldest = candidate;
  }
  return oldest;
}

}  // namespace tactus
