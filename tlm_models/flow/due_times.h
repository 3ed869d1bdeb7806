#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/units.h"

namespace tactus {

/// A time for each of a set of small numbers, and the earliest of them. Numbers are in blocks whose earliest time is
/// known: a change costs a look at one block, a change of all times costs no more than to look at all.
class DueTimes {
 public:
  /// The time of `number` is `time` from now on; Picoseconds::max() is never.
  void set(std::int32_t number, Picoseconds time);
  [[nodiscard]] Picoseconds earliest();
  /// Appends the numbers that are due by `time`, ascending, and sets their times to never.
  void take(Picoseconds time, std::vector<std::int32_t>& numbers);

 private:
  static constexpr std::size_t kBlock = 16;
  static constexpr std::uint64_t kNever = Picoseconds::max().count();

  struct Block {
    std::uint64_t earliest = kNever;
    bool stale = false;
  };
  [[nodiscard]] std::uint64_t earliest_of(std::size_t block) const;
  void refresh();

  std::vector<std::uint64_t> times_;  ///< by number, whole blocks
  std::vector<Block> blocks_;
  std::vector<std::size_t> stale_;  ///< blocks to look at
  std::uint64_t earliest_ = kNever;
  bool holds_ = true;  ///< `earliest_`, as nothing has changed since
};

}  // namespace tactus
