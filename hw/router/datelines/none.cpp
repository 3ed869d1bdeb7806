#include "hw/router/dateline.h"

namespace tactus {
namespace {

/// It deadlocks on rings of four or more nodes, where the check before time zero refuses it.
const Registered<DatelineKind> kNone{{{"none", "A packet may take any VC anywhere."}, nullptr}};

}  // namespace
}  // namespace tactus
