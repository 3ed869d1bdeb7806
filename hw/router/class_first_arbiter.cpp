#include "hw/router/class_first_arbiter.h"

namespace tactus {

int ClassFirstArbiter::pick(RequestMask requests, RequestAges /*ages*/) {
  const RequestMask first = requests & preferred_;
  return first != 0 ? preferred_pointer_.pick(first) : other_pointer_.pick(requests);
}

void ClassFirstArbiter::reset() {
  preferred_pointer_.reset();
  other_pointer_.reset();
}

}  // namespace tactus
