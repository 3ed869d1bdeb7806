#pragma once

#include <fmt/core.h>

#include <array>
#include <cstdint>
#include <string>

#include "hw/common/units.h"

namespace tactus {

struct Unit {
  const char* name;
  std::uint64_t factor;  ///< in base units
};

inline constexpr std::array<Unit, 5> kTimeUnits = {
    {{"ps", 1}, {"ns", 1'000}, {"us", 1'000'000}, {"ms", 1'000'000'000}, {"s", 1'000'000'000'000}}};

/// The shortest exact text of `count` base units with one of `units`, which are sorted, the smallest first: "64 KiB".
template <class Units>
std::string text_with_unit(std::uint64_t count, const Units& units) {
  Unit best = *units.begin();
  for (const Unit& unit : units) {
    const bool exact = count >= unit.factor && count % unit.factor == 0;
    if (exact && count / unit.factor <= count / best.factor) best = unit;
  }
  return fmt::format("{} {}", count / best.factor, best.name);
}

/// "10 us"; the reader of scenarios reads it back.
inline std::string time_text(Picoseconds time) {
  return time == Picoseconds{} ? "0 ns" : text_with_unit(time.count(), kTimeUnits);
}

}  // namespace tactus
