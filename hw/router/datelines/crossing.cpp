#include "hw/router/dateline.h"

namespace tactus {
namespace {

/// The rule of the paper's router (nsim, Table 1).
int class_by_crossing(const RingStep& step, int in_class) {
  if (step.crosses) return 1;
  return step.enters ? 0 : in_class;
}

const Registered<DatelineKind> kCrossing{
    {{"crossing", "A packet has class 1 from the wraparound link on, and class 0 again from the next turn on."},
     class_by_crossing}};

}  // namespace
}  // namespace tactus
