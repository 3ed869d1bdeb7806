#pragma once

#include "hw/router/arbiter.h"
#include "hw/router/request_bits.h"

namespace tactus {

/// The pointer of a round robin: requesters above the last winner come first, then it starts again from 0.
class RoundRobinPointer {
 public:
  int pick(RequestMask requests) {
    const RequestMask ahead = requests & above_winner_;
    const int winner = lowest_request(ahead != 0 ? ahead : requests);
    // Negated, not shifted ones: for the last of 64 requesters 2 << 63 is 0, and so nobody is above it.
    above_winner_ = -(RequestMask{2} << winner);
    return winner;
  }
  void reset() { above_winner_ = ~RequestMask{0}; }

 private:
  RequestMask above_winner_ = ~RequestMask{0};
};

}  // namespace tactus
