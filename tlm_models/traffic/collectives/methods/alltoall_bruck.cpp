#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int) { return ceil_log2(collective.members()); }

/// Blocks that `holder` sends in a round: those whose distance from sender to receiver has the bit of the round. They
/// have come as far as the lower bits say.
std::vector<Segment> blocks_sent(const Collective& collective, int holder, int round) {
  const int members = collective.members();
  const int bit = 1 << round;
  std::vector<Segment> blocks;
  for (int distance = bit; distance < members; ++distance) {
    if ((distance & bit) == 0) continue;
    const int from = modulo(holder - (distance & (bit - 1)), members);
    blocks.push_back(collective.pair_block(from, (from + distance) % members));
  }
  return blocks;
}

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const int members = collective.members();
  const int away = 1 << round;
  const int from = modulo(member - away, members);
  const Ends received = writer.receive_cut(0, from, blocks_sent(collective, from, round));
  writer.send_cut(0, (member + away) % members, blocks_sent(collective, member, round), writer.slot(0));
  writer.slot(0) = received;
}

CollectiveIdeal ideal(const Collective& collective) {
  std::uint64_t blocks = 0;
  for (int distance = 1; distance < collective.members(); ++distance) {
    for (int left = distance; left > 0; left &= left - 1) ++blocks;
  }
  return {static_cast<std::uint64_t>(ceil_log2(collective.members())), blocks * collective.call().bytes.count(), 0};
}

const Registered<MethodKind<CollectiveKind::kAlltoall>> kBruck{collective_method(
    "bruck", "In round k each member sends all blocks with bit k in their distance 2^k members ahead.", rounds, emit,
    ideal)};

}  // namespace
}  // namespace tactus
