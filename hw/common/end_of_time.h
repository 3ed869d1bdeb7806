#pragma once

#include "hw/common/units.h"

namespace tactus {

/// The last moment that a simulation reaches: 106 days, half of what 64 bits of picoseconds count. No duration is
/// longer, so that a sum of a moment and a duration never wraps.
inline constexpr Picoseconds kEndOfTime{std::uint64_t{1} << 63};

/// Raises reports::kEndOfTime.
[[noreturn]] void report_end_of_time();

/// The moment `time`, the sum of a moment and a duration. Raises reports::kEndOfTime if it is later than kEndOfTime.
inline Picoseconds within_time(Picoseconds time) {
  if (time > kEndOfTime) report_end_of_time();
  return time;
}

}  // namespace tactus
