#pragma once

#include <cstddef>
#include <vector>

namespace tactus {

/// A share of a sweep's points: every `of`-th, from point `index` on. Each point is in exactly one of the shards 0 to
/// `of` - 1, and neighbours, which often take about as long, are in different ones.
struct SweepShard {
  std::size_t index = 0;  ///< below `of`
  std::size_t of = 1;     ///< at least 1

  /// Which of the points 0 to `points` - 1 are in it, in their order; none if there are fewer than shards.
  [[nodiscard]] std::vector<std::size_t> share(std::size_t points) const;
};

}  // namespace tactus
