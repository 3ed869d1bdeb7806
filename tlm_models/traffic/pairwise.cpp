#include "tlm_models/traffic/pairwise.h"

#include <algorithm>

namespace tactus {
namespace {

/// Largest distance between x and x XOR `mask` on a ring of `size` nodes, a power of two.
int widest_partner(int mask, int size) {
  int widest = 0;
  for (int x = 0; x < size; ++x) {
    const int apart = std::abs(x - (x ^ mask));
    widest = std::max(widest, std::min(apart, size - apart));
  }
  return widest;
}

}  // namespace

std::vector<SequenceInfo> Pairwise::steps_of(const RankShape& shape) {
  if (is_row(shape)) return repetitions_of(shape.ranks() - 1, 0);
  // With 2^k ranks both sides and the ranks of a node are powers of two, and XOR acts on each apart.
  std::vector<int> in_row;
  std::vector<int> in_column;
  for (int mask = 0; mask < shape.nodes.size(0); ++mask) in_row.push_back(widest_partner(mask, shape.nodes.size(0)));
  for (int mask = 0; mask < shape.nodes.size(1); ++mask) in_column.push_back(widest_partner(mask, shape.nodes.size(1)));
  std::vector<SequenceInfo> infos;
  for (int step = 1; step < shape.ranks(); ++step) {
    const Coordinate mask = shape.coordinate(step);
    infos.push_back(
        {step, 0, in_row[static_cast<std::size_t>(mask[0])] + in_column[static_cast<std::size_t>(mask[1])]});
  }
  return infos;
}

Pairwise::Pairwise(const WorkloadConfig& config, const RankShape& shape) : AllToAll(config, shape, steps_of(shape)) {}

Exchange Pairwise::exchange_in(int sequence, int, int rank) const {
  const int partner = rank ^ sequence;
  return {partner, partner, {}};
}

}  // namespace tactus
