#include "tlm_models/traffic/collectives/halo.h"

#include <algorithm>
#include <cstddef>

namespace tactus {
namespace {

/// Offsets to neighbours as numbers in base 3: digit d is 0, 1 or 2 for -1, 0 or +1 in dimension d.
int offsets(std::size_t dimensions) {
  int count = 1;
  for (std::size_t d = 0; d < dimensions; ++d) count *= 3;
  return count;
}

/// Member at `offset` from `member`, or `sign` -1: from which it is at `offset`. -1: there is none, as along a
/// dimension of one place, where a member would be its own neighbour.
int neighbour(const CollectiveGrid& grid, int member, int offset, int sign) {
  int stride = 1;
  int result = 0;
  for (std::size_t d = 0; d < grid.sizes.size(); ++d) {
    const int size = grid.sizes[d];
    const int place = member / stride % size + sign * (offset % 3 - 1);
    if ((place < 0 || place >= size) && (!grid.wrap[d] || size == 1)) return -1;
    result += modulo(place, size) * stride;
    stride *= size;
    offset /= 3;
  }
  return result;
}

std::uint64_t bytes_across(const Collective& collective, int offset, bool diagonals) {
  const CollectiveCall& call = collective.call();
  std::uint64_t face = 0;
  int directions = 0;
  for (std::size_t d = 0; d < call.grid.sizes.size(); ++d, offset /= 3) {
    if (offset % 3 == 1) continue;
    face = call.counts[d];
    ++directions;
  }
  if (directions <= 1) return face;
  return diagonals ? call.bytes.count() : 0;
}

}  // namespace

void halo_round(const Collective& collective, int member, bool diagonals, CollectiveWriter& writer) {
  const CollectiveGrid& grid = collective.call().grid;
  const int count = offsets(grid.sizes.size());
  const auto block = [&](int from, int offset, std::uint64_t bytes) {
    return Segment{
        static_cast<std::uint64_t>(from) * static_cast<std::uint64_t>(count) + static_cast<std::uint64_t>(offset), 0,
        bytes};
  };
  // In the order in which each neighbour sends, if one is so in several directions.
  for (int offset = 0; offset < count; ++offset) {
    const std::uint64_t bytes = bytes_across(collective, offset, diagonals);
    const int from = neighbour(grid, member, offset, -1);
    if (bytes > 0 && from >= 0 && from != member) writer.receive_cut(0, from, block(from, offset, bytes));
  }
  for (int offset = 0; offset < count; ++offset) {
    const std::uint64_t bytes = bytes_across(collective, offset, diagonals);
    const int to = neighbour(grid, member, offset, 1);
    if (bytes > 0 && to >= 0 && to != member) writer.send_cut(0, to, block(member, offset, bytes), {});
  }
}

CollectiveIdeal halo_ideal(const Collective& collective, bool diagonals) {
  const CollectiveCall& call = collective.call();
  // The member with the most neighbours has, in each dimension, as many places to choose from.
  std::uint64_t places = 1;
  std::uint64_t across_faces = 1;
  CollectiveIdeal ideal;
  for (std::size_t d = 0; d < call.grid.sizes.size(); ++d) {
    const int size = call.grid.sizes[d];
    const int neighbours = size == 1 ? 0 : call.grid.wrap[d] ? 2 : std::min(2, size - 1);
    places *= static_cast<std::uint64_t>(1 + neighbours);
    across_faces += static_cast<std::uint64_t>(neighbours);
    ideal.bytes += static_cast<std::uint64_t>(neighbours) * call.counts[d];
  }
  if (diagonals) ideal.bytes += (places - across_faces) * call.bytes.count();
  ideal.rounds = ideal.bytes > 0 ? 1 : 0;
  return ideal;
}

}  // namespace tactus
