#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kBroadcast>> kBinary{
    tree_broadcast<binary_tree>("binary", "Along a binary tree.")};

}  // namespace
}  // namespace tactus
