#include "tlm_models/traffic/collectives/method.h"
#include "tlm_models/traffic/collectives/pair_exchange.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int) { return collective.members() - 1; }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const int members = collective.members();
  const int away = round + 1;
  exchange_pairs(collective, member, (member + away) % members, modulo(member - away, members), writer);
}

CollectiveIdeal ideal(const Collective& collective) {
  return {static_cast<std::uint64_t>(collective.members() - 1), direct_bytes(collective), 0};
}

CollectiveMethod linear_shift() {
  return collective_method("linear_shift", "In round k each member sends k members ahead.", rounds, emit, ideal);
}

const Registered<MethodKind<CollectiveKind::kAlltoall>> kLinearShift{linear_shift()};
const Registered<MethodKind<CollectiveKind::kAlltoallv>> kLinearShiftV{linear_shift()};

}  // namespace
}  // namespace tactus
