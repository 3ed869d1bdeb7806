#pragma once

#include <cstdint>

namespace tactus {

/// Rounds of a dissemination barrier (Hensgen, Finkel, Manber, 1988) of so many ranks: ceil(log2 N).
constexpr std::uint64_t dissemination_rounds(int ranks) {
  std::uint64_t rounds = 0;
  while ((1 << rounds) < ranks) ++rounds;
  return rounds;
}

/// How far ahead a rank sends in round `round`, from 0; as far behind it is the rank that it waits for.
constexpr int dissemination_distance(std::uint64_t round) { return 1 << round; }

}  // namespace tactus
