#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kBroadcast>> kLinear{
    tree_broadcast<linear_tree>("linear", "The root sends to all others.")};

}  // namespace
}  // namespace tactus
