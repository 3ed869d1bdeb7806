#include <algorithm>
#include <cstddef>

#include "tlm_models/traffic/collectives/method.h"
#include "tlm_models/traffic/collectives/torus_trees.h"

namespace tactus {
namespace {

std::string misfit(const Collective& collective) {
  const CollectiveGrid& grid = collective.call().grid;
  bool torus = !grid.sizes.empty();
  for (std::size_t d = 0; d < grid.sizes.size(); ++d) torus = torus && (grid.wrap[d] || grid.sizes[d] == 1);
  return torus ? "" : "broadcast: pipelined needs a grid of its members with wraparound in all dimensions";
}

TorusTrees trees_of(const Collective& collective) { return TorusTrees(collective.call().grid, collective.call().root); }

int pieces(const Collective& collective, int trees) {
  return collective.chunks(largest_part(collective.vector_bytes(), static_cast<std::uint64_t>(trees)));
}

int rounds(const Collective& collective, int) {
  return collective.members() == 1 ? 0 : pieces(collective, trees_of(collective).trees());
}

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const TorusTrees trees = trees_of(collective);
  const auto count = static_cast<std::uint64_t>(pieces(collective, trees.trees()));
  for (int tree = 0; tree < trees.trees(); ++tree) {
    const Segment share =
        part(collective.vector(), static_cast<std::uint64_t>(tree), static_cast<std::uint64_t>(trees.trees()));
    writer.slot(0) = {};
    // All messages of a tree go by one NIC.
    flow_down(trees.node(tree, member), {{tree, tree}, 0, part(share, static_cast<std::uint64_t>(round), count)},
              writer);
  }
}

CollectiveIdeal ideal(const Collective& collective) {
  const TorusTrees trees = trees_of(collective);
  CollectiveIdeal ideal;
  ideal.ports = std::max(1, trees.trees());
  for (int tree = 0; tree < trees.trees(); ++tree) {
    ideal.rounds = std::max(ideal.rounds, static_cast<std::uint64_t>(trees.depth(tree)));
  }
  // No two trees share a link.
  if (trees.trees() > 0) {
    ideal.bytes = largest_part(collective.vector_bytes(), static_cast<std::uint64_t>(trees.trees()));
  }
  return ideal;
}

const Registered<MethodKind<CollectiveKind::kBroadcast>> kPipelined{collective_method(
    "pipelined", "Parts of the data go, piece by piece, along spanning trees of a torus that share no link.", rounds,
    emit, ideal, misfit)};

}  // namespace
}  // namespace tactus
