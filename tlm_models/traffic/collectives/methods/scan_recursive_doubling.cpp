#include "tlm_models/traffic/collectives/halving.h"
#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int) { return ceil_log2(collective.members()); }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const int distance = 1 << round;
  const Ends earlier = writer.slot(0);
  Ends sent = earlier;
  if (member < distance) {
    if (member + distance < collective.members()) writer.send_cut(0, member + distance, collective.vector(), earlier);
    return;
  }
  CombinedMessage message(collective, member - distance, collective.vector(), writer);
  if (member + distance < collective.members()) {
    sent.add(writer.send_cut(0, member + distance, collective.vector(), earlier));
  }
  // What has been sent may be changed when it has left.
  writer.slot(0) = message.combine_all(sent);
}

CollectiveIdeal ideal(const Collective& collective) {
  const auto rounds = static_cast<std::uint64_t>(ceil_log2(collective.members()));
  const std::uint64_t bytes = rounds * collective.vector_bytes();
  // A chain of messages goes to higher members only, each by another distance.
  const auto chain = static_cast<std::uint64_t>(extent_of(binomial_tree, collective.members()).depth);
  return {chain, bytes, bytes};
}

const Registered<MethodKind<CollectiveKind::kScan>> kRecursiveDoubling{collective_method(
    "recursive_doubling", "In round k each member sends the sum that it has 2^k members ahead.", rounds, emit, ideal)};

}  // namespace
}  // namespace tactus
