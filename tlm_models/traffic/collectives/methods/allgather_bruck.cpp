#include <algorithm>

#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int) { return ceil_log2(collective.members()); }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const int members = collective.members();
  const int distance = 1 << round;
  const int count = std::min(distance, members - distance);
  const int source = (member + distance) % members;
  const Ends received = writer.receive_cut(0, source, collective.own_blocks(source, count));
  writer.send_cut(0, modulo(member - distance, members), collective.own_blocks(member, count), writer.slot(0));
  writer.slot(0) = received;
}

CollectiveIdeal ideal(const Collective& collective) {
  const auto members = static_cast<std::uint64_t>(collective.members());
  return {static_cast<std::uint64_t>(ceil_log2(collective.members())), (members - 1) * collective.largest_block(), 0};
}

const Registered<MethodKind<CollectiveKind::kAllgather>> kBruck{collective_method(
    "bruck", "In round k each member sends the first 2^k blocks that it has 2^k members back.", rounds, emit, ideal)};

}  // namespace
}  // namespace tactus
