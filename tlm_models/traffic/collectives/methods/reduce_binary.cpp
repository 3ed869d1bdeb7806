#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kReduce>> kBinary{
    tree_reduce<binary_tree>("binary", "Along a binary tree.")};

}  // namespace
}  // namespace tactus
