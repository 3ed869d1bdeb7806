#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/common/clock.h"
#include "hw/common/nic_config.h"
#include "hw/common/unit_text.h"
#include "hw/common/units.h"

namespace tactus {

/// Physical dimension of a quantity. The base units are bytes, picoseconds and bytes per second.
enum class Dimension : std::uint8_t { kSize, kTime, kRate };

/// Units of `dimension`, smallest first.
const std::vector<Unit>& units_of(Dimension dimension);
std::vector<std::string> unit_names(Dimension dimension);
/// The name of what is measured: "size", "time", "rate".
const char* name_of(Dimension dimension);

/// A value, or what is wrong with the text and what would be right.
template <class T>
struct Parsed {
  std::optional<T> value;
  std::string fault;

  explicit operator bool() const { return value.has_value(); }
};

/// Reads "4 GB/s", "78ns", "1.5 KiB": a decimal number and a unit, exact in the base unit.
Parsed<std::uint64_t> parse_quantity(std::string_view text, Dimension dimension);
/// The shortest exact text with a unit; `parse_quantity` reads it back.
std::string show_quantity(std::uint64_t count, Dimension dimension);

/// Reads a clock's period as a time that is exact to an attosecond: "3418.803419 ps".
Parsed<Clock> parse_clock(std::string_view text);
/// `parse_clock` reads it back.
std::string show_clock(const Clock& clock);

/// A duration in cycles: "200 cycles", or a time that is rounded up to whole cycles of `clock` (above 0).
Parsed<Cycles> parse_cycles(std::string_view text, Clock clock);

/// A whole number without unit, sign or fraction.
Parsed<std::uint64_t> parse_count(std::string_view text);

/// A number of packets that is a multiple of 1/8, with or without a sign: "-1.25".
Parsed<PacketEighths> parse_eighths(std::string_view text);
std::string show_eighths(PacketEighths value);

}  // namespace tactus
