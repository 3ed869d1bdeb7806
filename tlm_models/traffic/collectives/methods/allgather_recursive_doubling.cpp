#include <fmt/core.h>

#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

std::string misfit(const Collective& collective) {
  if (is_power_of_two(collective.members())) return {};
  return fmt::format("allgather: recursive_doubling needs a power of two of members, not {}", collective.members());
}

int rounds(const Collective& collective, int) { return ceil_log2(collective.members()); }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const int distance = 1 << round;
  const int owned = member & ~(distance - 1);
  const Ends received = writer.receive_cut(0, member ^ distance, collective.own_blocks(owned ^ distance, distance));
  writer.send_cut(0, member ^ distance, collective.own_blocks(owned, distance), writer.slot(0));
  writer.slot(0) = received;
}

CollectiveIdeal ideal(const Collective& collective) {
  const auto members = static_cast<std::uint64_t>(collective.members());
  return {static_cast<std::uint64_t>(ceil_log2(collective.members())), (members - 1) * collective.largest_block(), 0};
}

const Registered<MethodKind<CollectiveKind::kAllgather>> kRecursiveDoubling{collective_method(
    "recursive_doubling", "Members exchange all blocks that they have with partners at distance 1, 2, 4.", rounds, emit,
    ideal, misfit)};

}  // namespace
}  // namespace tactus
