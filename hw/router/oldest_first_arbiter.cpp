#include "hw/router/oldest_first_arbiter.h"

#include "hw/router/request_bits.h"

namespace tactus {

int OldestFirstArbiter::pick(RequestMask requests, RequestAges inject_cycles) {
  int oldest = lowest_request(requests);
  for (RequestMask rest = requests & (requests - 1); rest != 0; rest &= rest - 1) {
    const int candidate = lowest_request(rest);
    if (static_cast<std::int32_t>(inject_cycles[candidate] - inject_cycles[oldest]) < 0) oldest = candidate;
  }
  return oldest;
}

}  // namespace tactus
