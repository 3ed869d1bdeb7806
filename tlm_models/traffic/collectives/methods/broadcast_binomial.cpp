#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kBroadcast>> kBinomial{
    tree_broadcast<binomial_tree>("binomial", "Along a binomial tree.")};

}  // namespace
}  // namespace tactus
