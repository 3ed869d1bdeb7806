#include <unistd.h>

#include "hw/common/policy.h"

namespace {

int sleeps() {
  for (;;) pause();
}
const int kNever = sleeps();

}  // namespace
