#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tactus {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// All of `text` as a number of decimal digits; nothing if it is none or is 2^64 or more.
inline std::optional<std::uint64_t> parse_digits(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || !is_digit(text.front()) || error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

/// All of `text` as a decimal number with or without a sign.
inline std::optional<std::int64_t> parse_signed(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

/// All of `text` as a finite decimal number: "5e8", "-1", "0.25".
inline std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

}  // namespace tactus
