#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

inline constexpr int kMostDimensions = 24;       ///< 2^24 processes
inline constexpr int kMostRedundantRounds = 64;  ///< in the middle; and at the end

/// Allreduce of 2^dimensions processes by a butterfly with redundant rounds: K, M, L and D of the jitter paper.
struct ButterflyShape {
  int dimensions = 10;
  int middle_rounds = 0;               ///< redundant rounds after the first `position` of the butterfly
  int final_rounds = 0;                ///< redundant rounds after all of it
  std::optional<int> middle_position;  ///< nothing: half of the dimensions, rounded down

  [[nodiscard]] int position() const { return middle_position.value_or(dimensions / 2); }
  [[nodiscard]] int rounds() const { return dimensions + middle_rounds + final_rounds; }
  [[nodiscard]] std::uint64_t processes() const { return std::uint64_t{1} << static_cast<unsigned>(dimensions); }
};

/// Every fault of `shape`; empty if it can be scheduled.
std::vector<ConfigFault> validate(const ButterflyShape& shape);

/// One exchange of every process p with process p ^ 2^dimension, and what p does with the two copies.
struct ButterflyRound {
  int dimension = 0;
  bool redundant = false;  ///< both copies are the same: the one that is there first will do. Else: combine them

  [[nodiscard]] std::uint64_t distance() const { return std::uint64_t{1} << static_cast<unsigned>(dimension); }
};

/// The rounds of `shape`, which is free of faults, in order. Butterfly round i, from 1, is along dimension i - 1.
///
/// Redundant rounds repeat the butterfly from its beginning: the j-th in the middle is along dimension
/// (j - 1) mod position, the j-th at the end along dimension (j - 1) mod dimensions. After `position` rounds the
/// processes that differ in the first `position` bits hold the same data, after the whole butterfly all do, so both
/// copies of a redundant round are the same. They begin with dimension 0 because that is where the other copy is
/// late for other reasons: a process that was late in round i makes those late that agree with it in the first i bits.
std::vector<ButterflyRound> butterfly_schedule(const ButterflyShape& shape);

}  // namespace tactus
