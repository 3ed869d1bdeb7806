#include "hw/router/injection_first_come_arbiter.h"

namespace tactus {

int InjectionFirstComeArbiter::pick(RequestMask requests, RequestAges ages) {
  const RequestMask injected = requests & injection_;
  return injected != 0 ? pointer_.pick(injected) : first_come_.pick(requests, ages);
}

}  // namespace tactus
