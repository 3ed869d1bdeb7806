#include "hw/router/matrix_arbiter.h"

#include "hw/router/request_bits.h"

namespace tactus {

MatrixArbiter::MatrixArbiter(int requesters) : requesters_(requesters) { MatrixArbiter::reset(); }

void MatrixArbiter::reset() {
  for (int i = 0; i < requesters_; ++i) superiors_[i] = first_requests(i);
}

int MatrixArbiter::pick(RequestMask requests, RequestAges /*ages*/) {
  // From any contender on to one of its superiors, until one has none: the order is total, so that is the first.
  int winner = 0;
  for (RequestMask contenders = requests; contenders != 0; contenders &= superiors_[winner]) {
    winner = lowest_request(contenders);
  }
  const RequestMask others = ~(RequestMask{1} << winner);
  for (int i = 0; i < requesters_; ++i) superiors_[i] &= others;
  superiors_[winner] = first_requests(requesters_) & others;
  return winner;
}

}  // namespace tactus
