#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kAllreduce>> kReduceBroadcast{tree_up_and_down<binomial_tree>(
    "reduce_broadcast", "A reduce to member 0 along a binomial tree, then a broadcast.")};

}  // namespace
}  // namespace tactus
