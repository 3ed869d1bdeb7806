#include "testbench/app/scenario/quantity.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

using Wide = unsigned __int128;

/// The longest times: one simulation of eleven days. Sums of a few of them cannot overflow.
constexpr std::uint64_t kLongestTime = 1'000'000'000'000'000'000;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// A decimal number at the front of a text: `mantissa / 10^fraction_digits`.
struct Decimal {
  bool negative = false;
  Wide mantissa = 0;
  int fraction_digits = 0;
  std::string_view rest;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// At most 20 digits before and after the point together fit; longer numbers are no decimals of ours.
std::optional<Decimal> scan_decimal(std::string_view text) {
  constexpr int kMostDigits = 24;
  Decimal number;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    number.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  int digits = 0;
  bool point = false;
  while (!text.empty() && (is_digit(text[0]) || (text[0] == '.' && !point && digits > 0))) {
    if (text[0] == '.') {
      if (text.size() < 2 || !is_digit(text[1])) break;
      point = true;
    } else {
      number.mantissa = number.mantissa * 10 + static_cast<unsigned>(text[0] - '0');
      if (point) ++number.fraction_digits;
      if (++digits > kMostDigits) return std::nullopt;
    }
    text.remove_prefix(1);
  }
  if (digits == 0) return std::nullopt;
  number.rest = text;
  return number;
}

Wide power_of_ten(int exponent) {
  Wide power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

std::string unit_fault(std::string_view unit, std::string_view number, Dimension wanted) {
  const std::string right = enumeration(unit_names(wanted), "or");
  if (unit.empty()) {
    return fmt::format("a {} needs a unit ({}), as in '{} {}'", name_of(wanted), right, number,
                       units_of(wanted)[1].name);
  }
  for (const Dimension other : {Dimension::kSize, Dimension::kTime, Dimension::kRate}) {
    for (const Unit& known : units_of(other)) {
      if (unit == known.name) {
        return fmt::format("'{}' is a unit of {}; a {} is given in {}", unit, name_of(other), name_of(wanted), right);
      }
    }
  }
  const std::string hint = did_you_mean(unit, unit_names(wanted));
  return fmt::format("unknown unit '{}'{}", unit,
                     hint.empty() ? "; a " + std::string(name_of(wanted)) + " is given in " + right : hint);
}

std::uint64_t largest(Dimension dimension) {
  return dimension == Dimension::kTime ? kLongestTime : std::numeric_limits<std::uint64_t>::max() / 2;
}

}  // namespace

const std::vector<Unit>& units_of(Dimension dimension) {
  static const std::vector<Unit> kSizes = {{"B", 1},
                                           {"kB", 1'000},
                                           {"KiB", 1ULL << 10U},
                                           {"MB", 1'000'000},
                                           {"MiB", 1ULL << 20U},
                                           {"GB", 1'000'000'000},
                                           {"GiB", 1ULL << 30U}};
  static const std::vector<Unit> kTimes = {
      {"ps", 1}, {"ns", 1'000}, {"us", 1'000'000}, {"ms", 1'000'000'000}, {"s", 1'000'000'000'000}};
  static const std::vector<Unit> kRates = {{"B/s", 1},
                                           {"kB/s", 1'000},
                                           {"KiB/s", 1ULL << 10U},
                                           {"MB/s", 1'000'000},
                                           {"MiB/s", 1ULL << 20U},
                                           {"GB/s", 1'000'000'000},
                                           {"GiB/s", 1ULL << 30U}};
  switch (dimension) {
    case Dimension::kSize:
      return kSizes;
    case Dimension::kTime:
      return kTimes;
    case Dimension::kRate:
      break;
  }
  return kRates;
}

std::vector<std::string> unit_names(Dimension dimension) {
  std::vector<std::string> names;
  for (const Unit& unit : units_of(dimension)) names.emplace_back(unit.name);
  return names;
}

const char* name_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::kSize:
      return "size";
    case Dimension::kTime:
      return "time";
    case Dimension::kRate:
      break;
  }
  return "rate";
}

Parsed<std::uint64_t> parse_quantity(std::string_view text, Dimension dimension) {
  text = trimmed(text);
  const std::optional<Decimal> number = scan_decimal(text);
  if (!number) {
    return {{},
            fmt::format("'{}' is no {}: a number and a unit, as in '2 {}'", text, name_of(dimension),
                        units_of(dimension)[1].name)};
  }
  if (number->negative) return {{}, fmt::format("'{}': a {} cannot be negative", text, name_of(dimension))};
  const std::string_view unit_text = trimmed(number->rest);
  const std::vector<Unit>& units = units_of(dimension);
  const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return unit_text == u.name; });
  if (unit == units.end()) {
    return {{}, unit_fault(unit_text, text.substr(0, text.size() - number->rest.size()), dimension)};
  }
  // 10^24 * 10^12 < 2^128
  const Wide scaled = number->mantissa * unit->factor;
  const Wide divisor = power_of_ten(number->fraction_digits);
  if (scaled / divisor > largest(dimension)) {
    return {{}, fmt::format("'{}' is too large: at most {}", text, show_quantity(largest(dimension), dimension))};
  }
  if (scaled % divisor != 0) {
    return {{}, fmt::format("'{}' is not a whole number of {}", text, units.front().name)};
  }
  return {static_cast<std::uint64_t>(scaled / divisor), {}};
}

std::string show_quantity(std::uint64_t count, Dimension dimension) {
  const std::vector<Unit>& units = units_of(dimension);
  Unit best = units.front();
  if (count == 0 && dimension == Dimension::kTime) best = {"ns", 1};
  for (const Unit& unit : units) {
    const bool exact = count >= unit.factor && count % unit.factor == 0;
    if (exact && count / unit.factor <= count / best.factor) best = unit;
  }
  return fmt::format("{} {}", count / best.factor, best.name);
}

Parsed<Cycles> parse_cycles(std::string_view text, Picoseconds clock) {
  text = trimmed(text);
  const std::optional<Decimal> number = scan_decimal(text);
  if (number && trimmed(number->rest) == "cycles") {
    if (number->negative || number->fraction_digits > 0 || number->mantissa > kLongestTime) {
      return {{}, fmt::format("'{}' is not a whole, positive number of cycles", text)};
    }
    return {Cycles{static_cast<std::uint64_t>(number->mantissa)}, {}};
  }
  const Parsed<std::uint64_t> time = parse_quantity(text, Dimension::kTime);
  if (!time) return {{}, time.fault};
  return {cycles_covering(Picoseconds{*time.value}, clock), {}};
}

Parsed<std::uint64_t> parse_count(std::string_view text) {
  text = trimmed(text);
  const std::optional<Decimal> number = scan_decimal(text);
  if (!number) return {{}, fmt::format("'{}' is no whole number", text)};
  if (number->negative) return {{}, fmt::format("'{}': cannot be negative", text)};
  if (!number->rest.empty())
    return {{}, fmt::format("'{}' is no plain whole number: digits alone, without unit", text)};
  if (number->fraction_digits > 0) return {{}, fmt::format("'{}' is no whole number", text)};
  if (number->mantissa > std::numeric_limits<std::uint64_t>::max()) {
    return {{}, fmt::format("'{}' is too large: at most {}", text, std::numeric_limits<std::uint64_t>::max())};
  }
  return {static_cast<std::uint64_t>(number->mantissa), {}};
}

Parsed<PacketEighths> parse_eighths(std::string_view text) {
  text = trimmed(text);
  const std::optional<Decimal> number = scan_decimal(text);
  if (!number) return {{}, fmt::format("'{}' is no number of packets, as in 1.25", text)};
  if (!number->rest.empty()) {
    return {{}, fmt::format("'{}': a number of packets is given without unit, as in 1.25", text)};
  }
  const Wide divisor = power_of_ten(number->fraction_digits);
  const Wide eighths = number->mantissa * 8 / divisor;
  const std::int64_t limit = number->negative ? -static_cast<std::int64_t>(kMinPaceEighths) : kMaxPaceEighths;
  const bool exact = number->mantissa * 8 % divisor == 0;
  if (eighths > static_cast<Wide>(limit) || (!exact && eighths >= static_cast<Wide>(limit))) {
    return {{},
            fmt::format("'{}' does not fit the register: {} to {} packets", text,
                        show_eighths(PacketEighths{kMinPaceEighths}), show_eighths(PacketEighths{kMaxPaceEighths}))};
  }
  const auto magnitude = static_cast<std::int32_t>(eighths);
  if (!exact) {
    const std::int32_t towards_zero = number->negative ? -magnitude : magnitude;
    const std::int32_t away = number->negative ? towards_zero - 1 : towards_zero + 1;
    return {{},
            fmt::format("'{}' is no multiple of 1/8 packet; the nearest are {} and {}", text,
                        show_eighths(PacketEighths{std::min(towards_zero, away)}),
                        show_eighths(PacketEighths{std::max(towards_zero, away)}))};
  }
  return {PacketEighths{number->negative ? -magnitude : magnitude}, {}};
}

std::string show_eighths(PacketEighths value) { return fmt::format("{}", static_cast<double>(value.eighths()) / 8); }

}  // namespace tactus
