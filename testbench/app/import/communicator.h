#pragma once

#include <cstdint>
#include <vector>

namespace tactus {

/// Ranks of a trace that call collective operations together.
struct Communicator {
  std::uint32_t number = 0;  ///< 0: all ranks of the trace in their order; others are numbered as they are made
  std::vector<int> ranks;    ///< rank of each member
  std::vector<int> grid;     ///< sizes of a Cartesian one, the last dimension fastest; else empty

  static constexpr int kNoMember = -1;

  /// Number of `rank` among the members, or kNoMember.
  [[nodiscard]] int member(int rank) const {
    // Most communicators have their ranks in ascending order, all ranks at their own places.
    const auto own = static_cast<std::size_t>(rank);
    if (own < ranks.size() && ranks[own] == rank) return rank;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      if (ranks[i] == rank) return static_cast<int>(i);
    }
    return kNoMember;
  }
};

}  // namespace tactus
