#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "testbench/app/import/importer.h"

namespace tactus {

/// Makes picoseconds of computing of what traces say; nothing from `kTooLong` on, which is 106 days.
class ComputeTime {
 public:
  static constexpr std::uint64_t kTooLong = std::uint64_t{1} << 63U;

  explicit ComputeTime(const ImportSettings& settings)
      : scale_(settings.compute_scale), flop_rate_(settings.flop_rate) {}

  /// Time of `count` units of `unit_ps` picoseconds. Exact if computing is not scaled.
  [[nodiscard]] std::optional<std::uint64_t> of_units(std::uint64_t count, std::uint64_t unit_ps) const {
    if (scale_ != 1) return rounded(static_cast<double>(count) * static_cast<double>(unit_ps) * scale_);
    if (count > (kTooLong - 1) / unit_ps) return std::nullopt;
    return count * unit_ps;
  }
  /// Time of floating-point operations, which need a rate.
  [[nodiscard]] std::optional<std::uint64_t> of_flops(double flops) const {
    return rounded(flops / flop_rate_ * 1e12 * scale_);
  }
  [[nodiscard]] bool has_flop_rate() const { return flop_rate_ > 0; }

  [[nodiscard]] static std::optional<std::uint64_t> rounded(double picoseconds) {
    if (!(picoseconds >= 0) || picoseconds >= static_cast<double>(kTooLong)) return std::nullopt;
    return static_cast<std::uint64_t>(std::llround(picoseconds));
  }

 private:
  double scale_;
  double flop_rate_;
};

inline constexpr char kTooLongText[] = "computing of 2^63 ps or more";
inline constexpr char kNoFlopRateText[] =
    "computing is counted in operations: give the rate of a rank in flop/s (--flop-rate)";

}  // namespace tactus
