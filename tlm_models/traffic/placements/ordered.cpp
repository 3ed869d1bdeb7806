#include "tlm_models/traffic/placement.h"

namespace tactus {
namespace {

const Registered<PlacementKind> kOrdered{{{"ordered", "Every rank runs on the processor of its number."}, nullptr}};

}  // namespace
}  // namespace tactus
