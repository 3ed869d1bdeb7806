#include "tlm_models/traffic/collectives/halving.h"

namespace tactus {

CombinedMessage::CombinedMessage(const Collective& collective, int peer, const Segment& data, CollectiveWriter& writer)
    : data_(data), writer_(writer) {
  received_.resize(static_cast<std::size_t>(collective.pieces(data.bytes)));
  for (int k = 0; k < pieces(); ++k) {
    received_[static_cast<std::size_t>(k)] = writer_.receive({0, k}, peer, piece(k), Use::kCombine);
  }
}

Ends CombinedMessage::combine_all(const Ends& also) {
  Ends sum;
  for (int k = 0; k < pieces(); ++k) sum.add(combine(k, also));
  return sum;
}

void fold_in(const Collective& collective, const Fold& fold, int member, CollectiveWriter& writer) {
  const Segment whole = collective.vector();
  if (fold.is_extra(member)) writer.send_cut(0, member + 1, whole, {});
  if (fold.has_extra(member)) {
    writer.slot(0) = CombinedMessage(collective, member - 1, whole, writer).combine_all({});
  }
}

void fold_out(const Fold& fold, int member, const Segment& data, CollectiveWriter& writer) {
  if (fold.is_extra(member)) writer.receive_cut(0, member + 1, data);
  if (fold.has_extra(member)) writer.send_cut(0, member - 1, data, writer.slot(0));
}

void halve(const Collective& collective, const Fold& fold, int member, int round, const CoreBlocks& blocks,
           CollectiveWriter& writer) {
  const int number = fold.number(member);
  const int distance = fold.core() >> (round + 1);
  const int partner = fold.member(number ^ distance);
  const int kept = number & ~(distance - 1);
  const int given = kept ^ distance;
  const Ends earlier = writer.slot(0);
  CombinedMessage message(collective, partner, blocks(kept, kept + distance), writer);
  writer.send_cut(0, partner, blocks(given, given + distance), earlier);
  writer.slot(0) = message.combine_all(earlier);
}

void double_blocks(const Fold& fold, int member, int round, const CoreBlocks& blocks, CollectiveWriter& writer) {
  const int number = fold.number(member);
  const int distance = 1 << round;
  const int partner = fold.member(number ^ distance);
  const int owned = number & ~(distance - 1);
  const int other = owned ^ distance;
  const Ends received = writer.receive_cut(0, partner, blocks(other, other + distance));
  writer.send_cut(0, partner, blocks(owned, owned + distance), writer.slot(0));
  // Sends begin in their order, so the next one waits for all that came earlier.
  writer.slot(0) = received;
}

}  // namespace tactus
