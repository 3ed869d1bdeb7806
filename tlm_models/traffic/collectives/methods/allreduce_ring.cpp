#include "tlm_models/traffic/collectives/method.h"
#include "tlm_models/traffic/collectives/ring.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int) { return 2 * (collective.members() - 1); }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const Ring ring = ring_of(collective, member);
  const RingLane lane{0, 0, collective.pieces(collective.largest_block()), 0};
  const auto block = [&](int index, int piece) {
    return part(collective.vector_block(index), static_cast<std::uint64_t>(piece),
                static_cast<std::uint64_t>(lane.pieces));
  };
  if (round < ring.steps()) return ring_reduce_scatter(writer, ring, lane, round, block);
  ring_allgather(writer, ring, lane, round - ring.steps(), block);
}

CollectiveIdeal ideal(const Collective& collective) {
  const auto steps = static_cast<std::uint64_t>(collective.members() - 1);
  const std::uint64_t bytes = steps * collective.largest_block();
  return {2 * steps, 2 * bytes, bytes};
}

const Registered<MethodKind<CollectiveKind::kAllreduce>> kRing{collective_method(
    "ring", "Blocks go round a ring of all members twice: they are combined, then gathered.", rounds, emit, ideal)};

}  // namespace
}  // namespace tactus
