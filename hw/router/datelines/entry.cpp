#include "hw/router/dateline.h"

namespace tactus {
namespace {

int class_by_entry(const RingStep& step, int in_class) {
  if (!step.enters) return in_class;
  return step.wraps ? 1 : 0;
}

const Registered<DatelineKind> kEntry{
    {{"entry", "A packet that enters a ring has class 1 if it will wrap in the ring, else class 0."}, class_by_entry}};

}  // namespace
}  // namespace tactus
