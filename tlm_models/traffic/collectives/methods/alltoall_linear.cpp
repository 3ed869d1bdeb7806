#include "tlm_models/traffic/collectives/method.h"
#include "tlm_models/traffic/collectives/pair_exchange.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int) { return collective.members() == 1 ? 0 : 1; }

void emit(const Collective& collective, int member, int, CollectiveWriter& writer) {
  const int members = collective.members();
  // alltoallv leaves out messages without data, as Open MPI does.
  const bool all = collective.call().kind == CollectiveKind::kAlltoall;
  for (int away = 1; away < members; ++away) {
    const int from = modulo(member - away, members);
    const Segment block = collective.pair_block(from, member);
    if (all || block.bytes > 0) writer.receive_cut(0, from, block);
  }
  for (int away = 1; away < members; ++away) {
    const int to = (member + away) % members;
    const Segment block = collective.pair_block(member, to);
    if (all || block.bytes > 0) writer.send_cut(0, to, block, {});
  }
}

CollectiveIdeal ideal(const Collective& collective) {
  const std::uint64_t bytes = direct_bytes(collective);
  const bool any = collective.call().kind == CollectiveKind::kAlltoall ? collective.members() > 1 : bytes > 0;
  return {any ? std::uint64_t{1} : std::uint64_t{0}, bytes, 0};
}

CollectiveMethod linear() {
  return collective_method("linear", "All messages at once, to the next member first.", rounds, emit, ideal);
}

const Registered<MethodKind<CollectiveKind::kAlltoall>> kLinear{linear()};
const Registered<MethodKind<CollectiveKind::kAlltoallv>> kLinearV{linear()};

}  // namespace
}  // namespace tactus
