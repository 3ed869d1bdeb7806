#include <stdexcept>

#include "hw/common/policy.h"

namespace {

int throws() { throw std::runtime_error("nothing to load"); }
const int kThrown = throws();

}  // namespace
