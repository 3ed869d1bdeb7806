#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kBarrier>> kLinear{
    tree_up_and_down<linear_tree>("linear", "All others send to member 0, which answers them.")};

}  // namespace
}  // namespace tactus
