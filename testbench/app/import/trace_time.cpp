#include "testbench/app/import/trace_time.h"

namespace tactus {

std::optional<TraceTime> parse_time(std::string_view text, int digits) {
  const std::size_t dot = text.find('.');
  const auto whole = parse_digits(text.substr(0, dot));
  std::uint64_t units = 1'000'000;  // microseconds of a unit
  for (int i = 0; i < digits; ++i) units /= 10;
  if (!whole || *whole >= (std::uint64_t{1} << 62U) / units) return std::nullopt;
  TraceTime time;
  time.microseconds = *whole * units;
  std::uint64_t weight = units * 100'000;  // picoseconds of a digit
  std::uint64_t picoseconds = 0;
  for (std::size_t i = dot == std::string_view::npos ? text.size() : dot + 1; i < text.size(); ++i) {
    if (!is_digit(text[i])) return std::nullopt;
    picoseconds += weight * static_cast<std::uint64_t>(text[i] - '0');
    weight /= 10;
  }
  time.microseconds += picoseconds / 1'000'000;
  time.picoseconds = picoseconds % 1'000'000;
  return time;
}

}  // namespace tactus
