#include <fmt/core.h>

#include "tlm_models/traffic/collectives/method.h"
#include "tlm_models/traffic/collectives/pair_exchange.h"
#include "tlm_models/traffic/collectives/torus_phases.h"

namespace tactus {
namespace {

std::string misfit(const Collective& collective) {
  const CollectiveGrid& grid = collective.call().grid;
  const bool square = grid.sizes.size() == 2 && grid.sizes[0] == grid.sizes[1];
  if (square && grid.sizes[0] % 4 == 0 && grid.wrap[0] && grid.wrap[1]) return {};
  return "alltoall: phased needs a grid n x n of its members, with wraparound, and n a multiple of 4";
}

int side(const Collective& collective) { return collective.call().grid.sizes[0]; }

int rounds(const Collective& collective, int) { return TorusPhases(side(collective)).phases(); }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const int n = side(collective);
  const TorusPhases::Exchange exchange = TorusPhases(n).at(round, {member % n, member / n});
  const int to = exchange.to.x + n * exchange.to.y;
  const int from = exchange.from.x + n * exchange.from.y;
  if (!exchange.takes_part || to == member) return;
  exchange_pairs(collective, member, to, from, writer);
}

CollectiveIdeal ideal(const Collective& collective) {
  return {static_cast<std::uint64_t>(collective.members() - 1), direct_bytes(collective), 0};
}

const Registered<MethodKind<CollectiveKind::kAlltoall>> kPhased{
    collective_method("phased", "On an n x n torus, in n^3/8 phases in which no two messages share a link.", rounds,
                      emit, ideal, misfit)};

}  // namespace
}  // namespace tactus
