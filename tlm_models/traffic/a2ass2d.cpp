#include "tlm_models/traffic/a2ass2d.h"

#include <algorithm>

namespace tactus {
namespace {

TorusShape grid_of(int ranks) {
  const int n = A2ass2d::side(ranks).value();
  return {n, n};
}

int shifted(TorusShape grid, int rank, int columns, int rows) {
  return grid.node(grid.wrapped(grid.coordinate(rank), columns, rows));
}

/// Largest number of links between a rank and the one it sends to in step `step`.
int widest_shift(TorusShape shape, TorusShape grid, Coordinate by) {
  // On the torus that is the grid all ranks move alike.
  const int ranks = shape.width == grid.width ? 1 : shape.nodes();
  int widest = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const Coordinate to = shape.coordinate(shifted(grid, rank, by.x, by.y));
    widest = std::max(widest, shape.hops(shape.coordinate(rank), to));
  }
  return widest;
}

}  // namespace

std::vector<SequenceInfo> A2ass2d::steps_of(TorusShape shape) {
  if (is_row(shape)) return repetitions_of(shape.nodes() - 1, 0);
  const TorusShape grid = grid_of(shape.nodes());
  std::vector<SequenceInfo> infos;
  for (int step = 1; step < shape.nodes(); ++step) {
    infos.push_back({step, 0, widest_shift(shape, grid, grid.coordinate(step))});
  }
  return infos;
}

std::optional<int> A2ass2d::side(int ranks) {
  int n = 1;
  while (n * n < ranks) ++n;
  return n * n == ranks ? std::optional(n) : std::nullopt;
}

A2ass2d::A2ass2d(const WorkloadConfig& config, TorusShape shape)
    : AllToAll(config, shape, steps_of(shape)), grid_(grid_of(shape.nodes())) {}

Exchange A2ass2d::exchange_in(int sequence, int, Coordinate rank) const {
  const int self = shape().node(rank);
  const Coordinate by = grid_.coordinate(sequence);
  return exchange_with(rank, shifted(grid_, self, by.x, by.y), shifted(grid_, self, -by.x, -by.y));
}

}  // namespace tactus
