#include "tlm_models/traffic/algorithms/a2ass2d.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {
namespace {

NetworkShape grid_of(int ranks) {
  const int n = A2ass2d::side(ranks).value();
  return {n, n};
}

int shifted(const NetworkShape& grid, int rank, Coordinate by) {
  return grid.node(grid.wrapped(grid.coordinate(rank), by));
}

/// Largest number of links between a rank and the one it sends to in step `step`.
int widest_move(const RankShape& shape, const NetworkShape& grid, Coordinate by) {
  // On the torus that is the grid all ranks move alike.
  const bool is_grid = shape.per_node == 1 && shape.nodes == grid;
  const int ranks = is_grid ? 1 : shape.ranks();
  int widest = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    widest = std::max(widest, shape.hops(rank, shifted(grid, rank, by)));
  }
  return widest;
}

}  // namespace

std::vector<SequenceInfo> A2ass2d::steps_of(const RankShape& shape) {
  if (shape.nodes.is_numbered()) return repetitions_of(shape.ranks() - 1, 0);
  const NetworkShape grid = grid_of(shape.ranks());
  std::vector<SequenceInfo> infos;
  for (int step = 1; step < shape.ranks(); ++step) {
    infos.push_back({step, 0, widest_move(shape, grid, grid.coordinate(step))});
  }
  return infos;
}

std::optional<int> A2ass2d::side(int ranks) {
  int n = 1;
  while (n * n < ranks) ++n;
  return n * n == ranks ? std::optional(n) : std::nullopt;
}

A2ass2d::A2ass2d(const WorkloadConfig& config, const RankShape& shape)
    : AllToAll(config, shape, steps_of(shape)), grid_(grid_of(shape.ranks())) {}

Exchange A2ass2d::exchange_in(int sequence, int, int rank) const {
  const Coordinate by = grid_.coordinate(sequence);
  return {shifted(grid_, rank, by), shifted(grid_, rank, -by), {}};
}

namespace {

std::string misfit(const RankShape& shape) {
  if (A2ass2d::side(shape.ranks())) return {};
  return fmt::format("a2ass2d numbers the ranks on a square, so their number must be that of one: {}",
                     ranks_text(shape));
}

AlgorithmPolicy a2ass2d() {
  AlgorithmPolicy policy =
      exchange_algorithm<A2ass2d>("a2ass2d", "All-to-all by shifts of the ranks in two dimensions.");
  policy.misfit = misfit;
  return policy;
}

const Registered<AlgorithmKind> kA2ass2d{a2ass2d()};

}  // namespace

}  // namespace tactus
