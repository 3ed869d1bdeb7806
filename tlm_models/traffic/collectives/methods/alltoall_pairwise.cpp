#include "tlm_models/traffic/collectives/method.h"
#include "tlm_models/traffic/collectives/pair_exchange.h"

namespace tactus {
namespace {

/// Rounds of members in pairs, of which one of an odd number of members is without.
int pairings(int members) { return members % 2 == 0 ? members - 1 : members; }

/// Partner of a member in a round; itself: it has none. By XOR if that stays among the members, else in a round robin.
int partner(int member, int round, int members) {
  if (is_power_of_two(members)) return member ^ (round + 1);
  const int circle = pairings(members);  // the last of an even number of members stands in its middle
  if (member == circle) return round;
  const int other = modulo(2 * round - member, circle);
  if (other != member) return other;
  return members % 2 == 0 ? circle : member;
}

int rounds(const Collective& collective, int) { return collective.members() == 1 ? 0 : pairings(collective.members()); }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const int other = partner(member, round, collective.members());
  if (other != member) exchange_pairs(collective, member, other, other, writer);
}

CollectiveIdeal ideal(const Collective& collective) {
  return {static_cast<std::uint64_t>(rounds(collective, 0)), direct_bytes(collective), 0};
}

CollectiveMethod pairwise() {
  return collective_method("pairwise", "In each round members exchange in pairs: with member XOR k, or by round robin.",
                           rounds, emit, ideal);
}

const Registered<MethodKind<CollectiveKind::kAlltoall>> kPairwise{pairwise()};
const Registered<MethodKind<CollectiveKind::kAlltoallv>> kPairwiseV{pairwise()};

}  // namespace
}  // namespace tactus
