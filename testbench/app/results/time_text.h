#pragma once

#include <fmt/core.h>

#include <string>

#include "hw/common/units.h"

namespace tactus {

/// Microseconds with nanosecond precision, "12.345"; anything finer is cut off.
inline std::string microseconds_text(Picoseconds time) {
  const std::uint64_t nanoseconds = time.count() / 1000;
  return fmt::format("{}.{:03}", nanoseconds / 1000, nanoseconds % 1000);
}

/// `time` in seconds, to 53 bits.
constexpr double seconds(Picoseconds time) { return static_cast<double>(time.count()) * 1e-12; }

}  // namespace tactus
