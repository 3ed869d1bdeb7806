#include "tlm_models/traffic/collectives/doubling.h"
#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kBarrier>> kRecursiveDoubling{collective_method(
    "recursive_doubling", "Members exchange empty messages with partners at distance 1, 2, 4 and so on.",
    recursive_doubling_rounds, recursive_doubling_round, recursive_doubling_ideal)};

}  // namespace
}  // namespace tactus
