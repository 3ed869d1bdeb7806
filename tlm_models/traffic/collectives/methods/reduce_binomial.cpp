#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kReduce>> kBinomial{
    tree_reduce<binomial_tree>("binomial", "Along a binomial tree.")};

}  // namespace
}  // namespace tactus
