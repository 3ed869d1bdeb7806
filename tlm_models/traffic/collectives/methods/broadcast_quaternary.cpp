#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kBroadcast>> kQuaternary{
    tree_broadcast<quaternary_tree>("quaternary", "Along a 4-nomial tree: binomial in base 4.")};

}  // namespace
}  // namespace tactus
