#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kReduce>> kLinear{
    tree_reduce<linear_tree>("linear", "All others send to the root.")};

}  // namespace
}  // namespace tactus
