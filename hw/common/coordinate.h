#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tactus {

inline constexpr int kMaxDimensions = 4;

/// Position of a node, or the way from one to another: one entry for each dimension, 0 in those that a network lacks.
struct Coordinate {
  std::array<std::int16_t, kMaxDimensions> at{};

  constexpr Coordinate() = default;
  constexpr Coordinate(int x, int y, int z = 0, int w = 0)
      : at{static_cast<std::int16_t>(x), static_cast<std::int16_t>(y), static_cast<std::int16_t>(z),
           static_cast<std::int16_t>(w)} {}

  [[nodiscard]] constexpr int operator[](int dimension) const { return at[static_cast<std::size_t>(dimension)]; }
  constexpr void set(int dimension, int value) {
    at[static_cast<std::size_t>(dimension)] = static_cast<std::int16_t>(value);
  }
  friend constexpr Coordinate operator-(Coordinate c) { return {-c[0], -c[1], -c[2], -c[3]}; }
  friend constexpr bool operator==(Coordinate a, Coordinate b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
  }
  friend constexpr bool operator!=(Coordinate a, Coordinate b) { return !(a == b); }
};

/// Which entries of an offset are negative: bit d is that of dimension d.
class OffsetSigns {
 public:
  constexpr OffsetSigns() = default;
  constexpr explicit OffsetSigns(unsigned bits) : bits_(static_cast<std::uint8_t>(bits)) {}
  /// Those of the way from `from` to `to`.
  static constexpr OffsetSigns of(Coordinate from, Coordinate to) {
    OffsetSigns signs;
    for (int d = 0; d < kMaxDimensions; ++d) signs.set(d, to[d] < from[d]);
    return signs;
  }

  [[nodiscard]] constexpr bool operator[](int dimension) const { return (bits_ >> dimension & 1U) != 0; }
  constexpr void set(int dimension, bool negative) {
    const unsigned bit = 1U << dimension;
    bits_ = static_cast<std::uint8_t>(negative ? bits_ | bit : bits_ & ~bit);
  }
  [[nodiscard]] constexpr unsigned bits() const { return bits_; }
  /// Those of the way back.
  [[nodiscard]] constexpr OffsetSigns reversed() const { return OffsetSigns(~unsigned{bits_} & kAll); }
  friend constexpr bool operator==(OffsetSigns a, OffsetSigns b) { return a.bits_ == b.bits_; }
  friend constexpr bool operator!=(OffsetSigns a, OffsetSigns b) { return a.bits_ != b.bits_; }

 private:
  static constexpr unsigned kAll = (1U << kMaxDimensions) - 1;

  std::uint8_t bits_ = 0;
};

}  // namespace tactus
