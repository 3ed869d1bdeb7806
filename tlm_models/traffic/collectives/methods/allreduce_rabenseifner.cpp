#include "tlm_models/traffic/collectives/halving.h"
#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int member) {
  const Fold fold(collective.members());
  return folded_rounds(fold, member, 2 * fold.rounds(), true);
}

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const Fold fold(collective.members());
  const CoreBlocks blocks = [&](int from, int to) {
    const auto core = static_cast<std::uint64_t>(fold.core());
    const Segment first = part(collective.vector(), static_cast<std::uint64_t>(from), core);
    const Segment last = part(collective.vector(), static_cast<std::uint64_t>(to - 1), core);
    return Segment{0, first.first, last.first + last.bytes - first.first};
  };
  const int folding = fold.is_extra(member) || fold.has_extra(member) ? 1 : 0;
  const int core_round = round - folding;
  if (core_round < 0) return fold_in(collective, fold, member, writer);
  if (fold.is_extra(member) || core_round == 2 * fold.rounds()) {
    return fold_out(fold, member, collective.vector(), writer);
  }
  if (core_round < fold.rounds()) return halve(collective, fold, member, core_round, blocks, writer);
  double_blocks(fold, member, core_round - fold.rounds(), blocks, writer);
}

CollectiveIdeal ideal(const Collective& collective) {
  const Fold fold(collective.members());
  const std::uint64_t folds = fold.extra() > 0 ? 1 : 0;
  const auto core = static_cast<std::uint64_t>(fold.core());
  const std::uint64_t halves = (core - 1) * largest_part(collective.vector_bytes(), core);
  CollectiveIdeal ideal;
  ideal.rounds = 2 * (static_cast<std::uint64_t>(fold.rounds()) + folds);
  ideal.bytes = 2 * halves + folds * collective.vector_bytes();
  ideal.combined = halves + folds * collective.vector_bytes();
  return ideal;
}

const Registered<MethodKind<CollectiveKind::kAllreduce>> kRabenseifner{collective_method(
    "rabenseifner", "Recursive halving combines blocks, recursive doubling gathers them.", rounds, emit, ideal)};

}  // namespace
}  // namespace tactus
