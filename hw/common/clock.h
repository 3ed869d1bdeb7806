#pragma once

#include <cassert>
#include <cstdint>

#include "hw/common/units.h"

namespace tactus {

/// The longest period: a second.
inline constexpr Picoseconds kLongestPeriod{1'000'000'000'000};

/// A clock whose period is a whole number of attoseconds (10^-18 s) of at most a second, so that any link rate has one:
/// at 1 TB/s it is right to 0.04 ppm. Edge `k` is `k` periods after time zero, rounded down to a picosecond, and begins
/// cycle `k`; so cycles differ in length by at most a picosecond, and no error adds up. Every level takes its edges
/// from here. Reference: docs/reference/clock_domain.md.
class Clock {
 public:
  /// `period` is at most `kLongestPeriod`.
  constexpr explicit Clock(Picoseconds period) : period_(period.count() * kPicosecond) {
    assert(period <= kLongestPeriod);
  }
  static constexpr Clock of_attoseconds(std::uint64_t period) { return Clock(period); }
  /// The clock that moves `size` in a cycle at `rate`; both above 0.
  static constexpr Clock moving(Bytes size, BytesPerSecond rate) {
    const Wide scaled = Wide{size.count()} * kSecond;
    return Clock(static_cast<std::uint64_t>((scaled + rate.count() / 2) / rate.count()));
  }

  [[nodiscard]] constexpr std::uint64_t attoseconds() const { return period_; }
  [[nodiscard]] constexpr double picoseconds() const {
    return static_cast<double>(period_) / static_cast<double>(kPicosecond);
  }
  /// Rate of a link that moves `size` in a cycle, rounded to a byte per second.
  [[nodiscard]] constexpr BytesPerSecond rate_of(Bytes size) const {
    return BytesPerSecond{static_cast<std::uint64_t>((Wide{size.count()} * kSecond + period_ / 2) / period_)};
  }

  /// When cycle `cycle` begins; also how long the first `cycle` cycles take.
  [[nodiscard]] constexpr Picoseconds edge(Cycles cycle) const {
    if (whole()) return Picoseconds{cycle.count() * (period_ / kPicosecond)};
    return Picoseconds{static_cast<std::uint64_t>(Wide{cycle.count()} * period_ / kPicosecond)};
  }
  /// The time `quarters` quarters of a cycle, 0 to 3, after the beginning of cycle `cycle`.
  [[nodiscard]] constexpr Picoseconds quarter(Cycles cycle, int quarters) const {
    const Wide place = Wide{cycle.count()} * 4 + static_cast<unsigned>(quarters);
    return Picoseconds{static_cast<std::uint64_t>(place * period_ / (kPicosecond * 4))};
  }
  [[nodiscard]] constexpr Picoseconds middle(Cycles cycle) const { return quarter(cycle, 2); }

  /// The cycle that contains `time`.
  [[nodiscard]] constexpr Cycles cycle_at(Picoseconds time) const {
    if (whole()) return Cycles{time.count() / (period_ / kPicosecond)};
    return Cycles{static_cast<std::uint64_t>(((Wide{time.count()} + 1) * kPicosecond - 1) / period_)};
  }
  /// The first edge that is not before `time`; also the fewest cycles that cover it.
  [[nodiscard]] constexpr Cycles covering(Picoseconds time) const {
    if (whole()) return Cycles{ceil_div(time.count(), period_ / kPicosecond)};
    return Cycles{static_cast<std::uint64_t>((Wide{time.count()} * kPicosecond + period_ - 1) / period_)};
  }

  friend constexpr bool operator==(const Clock& a, const Clock& b) { return a.period_ == b.period_; }
  friend constexpr bool operator!=(const Clock& a, const Clock& b) { return a.period_ != b.period_; }

 private:
  using Wide = unsigned __int128;
  static constexpr std::uint64_t kPicosecond = 1'000'000;
  static constexpr std::uint64_t kSecond = 1'000'000'000'000'000'000;

  constexpr explicit Clock(std::uint64_t attoseconds) : period_(attoseconds) {}

  /// 128-bit divisions are slow, and most clocks need none.
  [[nodiscard]] constexpr bool whole() const { return period_ % kPicosecond == 0; }

  std::uint64_t period_;  ///< attoseconds
};

/// The longest period, in attoseconds.
inline constexpr std::uint64_t kLongestClock = kLongestPeriod.count() * 1'000'000;
/// The shortest, in picoseconds: quarters of a cycle are whole picoseconds apart.
inline constexpr std::uint64_t kShortestClock = 4;

}  // namespace tactus
