#include "testbench/app/scenario/quantity.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <limits>
#include <utility>

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

/// Blanks that look like one and are none: their UTF-8 bytes, and what to call them.
struct ForeignBlank {
  std::string_view bytes;
  const char* name;
};
constexpr std::array<ForeignBlank, 7> kForeignBlanks = {{{"\xC2\xA0", "no-break space (U+00A0)"},
                                                         {"\xE2\x80\xAF", "narrow no-break space (U+202F)"},
                                                         {"\xE2\x80\x87", "figure space (U+2007)"},
                                                         {"\xE2\x80\x89", "thin space (U+2009)"},
                                                         {"\xE2\x80\x8B", "zero-width space (U+200B)"},
                                                         {"\xEF\xBB\xBF", "zero-width no-break space (U+FEFF)"},
                                                         {"\xE3\x80\x80", "ideographic space (U+3000)"}}};

/// "'64 KiB' has a no-break space (U+00A0): use a plain blank, or none"; empty if `text` has none of them.
std::string blank_fault(std::string_view text) {
  for (const ForeignBlank& blank : kForeignBlanks) {
    if (text.find(blank.bytes) == std::string_view::npos) continue;
    const std::string article = std::strchr("aeiou", blank.name[0]) != nullptr ? "an" : "a";
    return fmt::format("'{}' has {} {}: use a plain blank, or none", text, article, blank.name);
  }
  return {};
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// "K", "KB", "kb", "G/s": a prefix that can mean a power of 1,000 or of 1,024. "; did you mean ...?" with what each
/// makes of `number`; empty if `unit` is another.
std::string ambiguous_prefix(std::string_view unit, std::string_view number, Dimension wanted) {
  if (wanted == Dimension::kTime || unit.empty()) return {};
  const std::string_view per_second = wanted == Dimension::kRate ? "/s" : "";
  std::string_view stem = unit;
  if (stem.size() > 2 && stem.substr(stem.size() - 2) == "/s") stem.remove_suffix(2);
  const bool is_prefix = std::string_view("kmg").find(lower(stem[0])) != std::string_view::npos;
  if (!is_prefix || stem.size() > 2 || (stem.size() == 2 && lower(stem[1]) != 'b')) return {};
  const char letter = static_cast<char>(std::toupper(static_cast<unsigned char>(stem[0])));
  const std::string binary = fmt::format("{}iB{}", letter, per_second);
  const std::string decimal = fmt::format("{}B{}", letter == 'K' ? 'k' : letter, per_second);
  const auto meaning = [&](const std::string& name) {
    const Parsed<std::uint64_t> count = parse_quantity(fmt::format("{} {}", number, name), wanted);
    return count ? fmt::format("{} ({} {} is {} B{})", name, number, name, *count.value, per_second) : name;
  };
  return fmt::format("; did you mean {} or {}?", meaning(binary), meaning(decimal));
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
  std::string hint = ambiguous_prefix(unit, number, wanted);
  if (hint.empty()) hint = did_you_mean(unit, unit_names(wanted));
  return fmt::format("unknown unit '{}'{}", unit,
                     hint.empty() ? "; a " + std::string(name_of(wanted)) + " is given in " + right : hint);
}

std::uint64_t largest(Dimension dimension) {
  return dimension == Dimension::kTime ? kLongestTime : std::numeric_limits<std::uint64_t>::max() / 2;
}

}  // namespace

const std::vector<Unit>& units_of(Dimension dimension) {
  static const std::array<std::vector<Unit>, 3> kUnits = {{{{"B", 1},
                                                            {"kB", 1'000},
                                                            {"KiB", 1ULL << 10U},
                                                            {"MB", 1'000'000},
                                                            {"MiB", 1ULL << 20U},
                                                            {"GB", 1'000'000'000},
                                                            {"GiB", 1ULL << 30U}},
                                                           {kTimeUnits.begin(), kTimeUnits.end()},
                                                           {{"B/s", 1},
                                                            {"kB/s", 1'000},
                                                            {"KiB/s", 1ULL << 10U},
                                                            {"MB/s", 1'000'000},
                                                            {"MiB/s", 1ULL << 20U},
                                                            {"GB/s", 1'000'000'000},
                                                            {"GiB/s", 1ULL << 30U},
                                                            {"TB/s", 1'000'000'000'000}}}};
  return kUnits[static_cast<std::size_t>(dimension)];
}

std::vector<std::string> unit_names(Dimension dimension) {
  std::vector<std::string> names;
  for (const Unit& unit : units_of(dimension)) names.emplace_back(unit.name);
  return names;
}

const char* name_of(Dimension dimension) {
  constexpr std::array kNames = {"size", "time", "rate"};
  return kNames[static_cast<std::size_t>(dimension)];
}

namespace {

/// How finely a quantity is read: `parts` of its base unit, the most of them, and their names.
struct Grain {
  std::uint64_t parts;
  std::uint64_t largest;
  const char* name;
};

Parsed<std::uint64_t> parse_in(std::string_view text, Dimension dimension, const Grain& grain) {
  text = trimmed(text);
  const std::optional<Decimal> number = scan_decimal(text);
  if (std::string fault = blank_fault(text); !fault.empty()) return {{}, std::move(fault)};
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
  // 10^24 * 10^12 < 2^128; what is finer has its own bound.
  const Wide divisor = power_of_ten(number->fraction_digits);
  const Wide whole = number->mantissa * unit->factor / divisor;
  if (whole > grain.largest / grain.parts) {
    return {{},
            fmt::format("'{}' is too large: at most {}", text, show_quantity(grain.largest / grain.parts, dimension))};
  }
  const Wide rest = number->mantissa * unit->factor % divisor;
  if (rest * grain.parts % divisor != 0) {
    return {{}, fmt::format("'{}' is not a whole number of {}", text, grain.name)};
  }
  return {static_cast<std::uint64_t>(whole * grain.parts + rest * grain.parts / divisor), {}};
}

}  // namespace

Parsed<std::uint64_t> parse_quantity(std::string_view text, Dimension dimension) {
  return parse_in(text, dimension, {1, largest(dimension), units_of(dimension).front().name});
}

Parsed<Clock> parse_clock(std::string_view text) {
  const Parsed<std::uint64_t> period = parse_in(text, Dimension::kTime, {1'000'000, kLongestClock, "as"});
  if (!period) return {{}, period.fault};
  return {Clock::of_attoseconds(*period.value), {}};
}

std::string show_clock(const Clock& clock) {
  constexpr std::uint64_t kPicosecond = 1'000'000;
  const std::uint64_t picoseconds = clock.attoseconds() / kPicosecond;
  const std::uint64_t rest = clock.attoseconds() % kPicosecond;
  if (rest == 0) return show_quantity(picoseconds, Dimension::kTime);
  std::string fraction = fmt::format("{:06}", rest);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return fmt::format("{}.{} ps", picoseconds, fraction);
}

std::string show_quantity(std::uint64_t count, Dimension dimension) {
  return dimension == Dimension::kTime ? time_text(Picoseconds{count}) : text_with_unit(count, units_of(dimension));
}

Parsed<Cycles> parse_cycles(std::string_view text, Clock clock) {
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
  return {clock.covering(Picoseconds{*time.value}), {}};
}

Parsed<std::uint64_t> parse_count(std::string_view text) {
  text = trimmed(text);
  if (std::string fault = blank_fault(text); !fault.empty()) return {{}, std::move(fault)};
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
  if (std::string fault = blank_fault(text); !fault.empty()) return {{}, std::move(fault)};
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
