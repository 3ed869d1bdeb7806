#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kBarrier>> kTree{
    tree_up_and_down<binomial_tree>("tree", "Empty messages go up a binomial tree and down again.")};

}  // namespace
}  // namespace tactus
