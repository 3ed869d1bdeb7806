#pragma once

#include <cstdint>

namespace tactus {

/// Largest integer not above `a / b`; `b` is positive.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }
/// Smallest integer not below `a / b`; `b` is positive.
constexpr std::int64_t ceiling_div(std::int64_t a, std::int64_t b) { return -floor_div(-a, b); }
/// `a` modulo `b`, in [0, b).
constexpr std::int64_t modulo(std::int64_t a, std::int64_t b) { return a - floor_div(a, b) * b; }

/// Cycles by which the wave comes earlier or later to the node at `at` of a ring than to its node 0: the wave makes
/// `turns` periods in a ring of `size`. All packets at a node have the same cycles, so that rounding moves none of them
/// against another one. `at` may lie beyond the ring: a whole turn is a whole number of periods.
constexpr std::int64_t wave_clock(int turns, std::int64_t period, int at, int size) {
  return -floor_div(turns * period * at, size);
}

}  // namespace tactus
