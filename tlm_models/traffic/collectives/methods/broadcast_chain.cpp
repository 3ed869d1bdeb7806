#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kBroadcast>> kChain{
    tree_broadcast<chain_tree>("chain", "From each member to the next one, piece by piece.")};

}  // namespace
}  // namespace tactus
