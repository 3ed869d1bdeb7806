#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kReduce>> kChain{
    tree_reduce<chain_tree>("chain", "From each member to the one before it, piece by piece.")};

}  // namespace
}  // namespace tactus
