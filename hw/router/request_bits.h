#pragma once

#include "hw/router/arbiter.h"

namespace tactus {

/// Lowest requester number in `requests`, which is not 0.
inline int lowest_request(RequestMask requests) { return __builtin_ctzll(requests); }

/// Requesters 0 .. `count` - 1; `count` is 0..64.
constexpr RequestMask first_requests(int count) {
  return count >= kMaxRequesters ? ~RequestMask{0} : (RequestMask{1} << count) - 1;
}

}  // namespace tactus
