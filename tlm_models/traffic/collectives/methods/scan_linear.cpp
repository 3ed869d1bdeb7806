#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const TreePiece piece = tree_piece(collective, round);
  Ends sum;
  if (member > 0) {
    const OperationSink::Index received = writer.receive(piece.channel, member - 1, piece.data, Use::kCombine);
    sum = writer.combine(piece.channel, piece.data, received, {});
  }
  if (member + 1 < collective.members()) writer.send(piece.channel, member + 1, piece.data, sum);
}

CollectiveIdeal ideal(const Collective& collective) {
  const auto steps = static_cast<std::uint64_t>(collective.members() - 1);
  const std::uint64_t bytes = steps > 0 ? collective.vector_bytes() : 0;
  return {steps, bytes, bytes};
}

const Registered<MethodKind<CollectiveKind::kScan>> kLinear{
    collective_method("linear", "Sums go from each member to the next one, piece by piece.", tree_rounds, emit, ideal)};

}  // namespace
}  // namespace tactus
