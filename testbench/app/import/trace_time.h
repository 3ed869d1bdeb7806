#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "testbench/app/import/text_numbers.h"

namespace tactus {

/// A time that a trace says, to a picosecond.
struct TraceTime {
  std::uint64_t microseconds = 0;
  std::uint64_t picoseconds = 0;  ///< below 10^6

  friend bool operator<(const TraceTime& a, const TraceTime& b) {
    return a.microseconds != b.microseconds ? a.microseconds < b.microseconds : a.picoseconds < b.picoseconds;
  }
};

/// Picoseconds from one time to a later one, exact up to 2^53 ps (2.5 hours).
inline double picoseconds_between(const TraceTime& from, const TraceTime& to) {
  return static_cast<double>(to.microseconds - from.microseconds) * 1e6 + static_cast<double>(to.picoseconds) -
         static_cast<double>(from.picoseconds);
}

/// A decimal number whose unit is 10^-`digits` s, with or without digits behind the point: microseconds (6) or seconds
/// (0). Digits below a picosecond are cut off. Nothing if `text` is no such number or too large.
std::optional<TraceTime> parse_time(std::string_view text, int digits);

}  // namespace tactus
