#include "tlm_models/traffic/collectives/method.h"
#include "tlm_models/traffic/collectives/ring.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int) { return collective.members() - 1; }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const RingLane lane{0, 0, collective.pieces(collective.largest_block()), 0};
  ring_reduce_scatter(writer, ring_of(collective, member), lane, round, [&](int index, int piece) {
    return part(collective.vector_block(index), static_cast<std::uint64_t>(piece),
                static_cast<std::uint64_t>(lane.pieces));
  });
}

CollectiveIdeal ideal(const Collective& collective) {
  const auto steps = static_cast<std::uint64_t>(collective.members() - 1);
  const std::uint64_t bytes = steps * collective.largest_block();
  return {steps, bytes, bytes};
}

const Registered<MethodKind<CollectiveKind::kReduceScatter>> kRing{collective_method(
    "ring", "Blocks go round a ring of all members, each of which combines them.", rounds, emit, ideal)};

}  // namespace
}  // namespace tactus
