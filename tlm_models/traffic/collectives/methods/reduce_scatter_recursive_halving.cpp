#include "tlm_models/traffic/collectives/halving.h"
#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int member) {
  const Fold fold(collective.members());
  return folded_rounds(fold, member, fold.rounds(), true);
}

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const Fold fold(collective.members());
  const CoreBlocks blocks = [&](int from, int to) {
    return collective.blocks(fold.first_of(from), to == fold.core() ? collective.members() : fold.first_of(to));
  };
  const int folding = fold.is_extra(member) || fold.has_extra(member) ? 1 : 0;
  const int core_round = round - folding;
  if (core_round < 0) return fold_in(collective, fold, member, writer);
  if (fold.is_extra(member)) return fold_out(fold, member, collective.vector_block(member), writer);
  if (core_round == fold.rounds()) return fold_out(fold, member, collective.vector_block(member - 1), writer);
  halve(collective, fold, member, core_round, blocks, writer);
}

CollectiveIdeal ideal(const Collective& collective) {
  const Fold fold(collective.members());
  const std::uint64_t block = collective.largest_block();
  CollectiveIdeal ideal;
  ideal.rounds = static_cast<std::uint64_t>(fold.rounds());
  // The first member of the core keeps the most blocks in each round, since it has an extra one if there are some.
  int blocks = 0;
  for (int kept = fold.core() / 2; kept > 0; kept /= 2) blocks += fold.first_of(kept);
  ideal.bytes = static_cast<std::uint64_t>(blocks) * block;
  if (fold.extra() > 0) {
    ideal.rounds += 2;
    ideal.bytes += collective.vector_bytes();
  }
  ideal.combined = ideal.bytes;
  return ideal;
}

const Registered<MethodKind<CollectiveKind::kReduceScatter>> kRecursiveHalving{collective_method(
    "recursive_halving", "Members halve the blocks that they combine, with partners that come closer.", rounds, emit,
    ideal)};

}  // namespace
}  // namespace tactus
