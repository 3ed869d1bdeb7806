#include "tlm_models/traffic/collectives/doubling.h"

#include "tlm_models/traffic/collectives/halving.h"

namespace tactus {
namespace {

/// Members of the core exchange their vectors with a partner, piece by piece, each of which has a slot.
void exchange(const Collective& collective, int partner, CollectiveWriter& writer) {
  CombinedMessage message(collective, partner, collective.vector(), writer);
  std::vector<Ends> sent;
  for (int k = 0; k < message.pieces(); ++k) {
    sent.emplace_back(writer.send({0, k}, partner, message.piece(k), writer.slot(k)));
  }
  // What has been sent may be changed when it has left.
  for (int k = 0; k < message.pieces(); ++k) {
    writer.slot(k) = message.combine(k, sent[static_cast<std::size_t>(k)]);
  }
}

}  // namespace

int recursive_doubling_rounds(const Collective& collective, int member) {
  const Fold fold(collective.members());
  return folded_rounds(fold, member, fold.rounds(), true);
}

void recursive_doubling_round(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const Fold fold(collective.members());
  const int folding = fold.is_extra(member) || fold.has_extra(member) ? 1 : 0;
  const int pieces = collective.pieces(collective.vector_bytes());
  if (round < folding) {
    // The sends of the next round begin in their order, so all pieces wait for slot 0.
    fold_in(collective, fold, member, writer);
  } else if (fold.is_extra(member) || round - folding == fold.rounds()) {
    for (int k = 1; k < pieces; ++k) writer.slot(0).add(writer.slot(k));
    fold_out(fold, member, collective.vector(), writer);
  } else {
    exchange(collective, fold.member(fold.number(member) ^ (1 << (round - folding))), writer);
  }
}

CollectiveIdeal recursive_doubling_ideal(const Collective& collective) {
  const Fold fold(collective.members());
  const auto rounds = static_cast<std::uint64_t>(fold.rounds());
  const std::uint64_t bytes = collective.wire_bytes(collective.vector_bytes());
  const std::uint64_t folds = fold.extra() > 0 ? 1 : 0;
  CollectiveIdeal ideal;
  ideal.rounds = rounds + 2 * folds;
  ideal.bytes = (rounds + folds) * bytes;
  ideal.combined = (rounds + folds) * bytes;
  return ideal;
}

}  // namespace tactus
