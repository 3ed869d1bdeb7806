#include "hw/router/nomination_policy.h"

namespace tactus {
namespace {

const Registered<NominationKind> kAny{{{"any", "An input port offers every packet that can be granted."}, nullptr}};

}  // namespace
}  // namespace tactus
