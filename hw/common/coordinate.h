#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tactus {

inline constexpr int kMaxDimensions = 6;

/// Position of a node, or the way from one to another: one entry for each dimension, 0 in those that a network lacks.
struct Coordinate {
  std::array<std::int16_t, kMaxDimensions> at{};

  constexpr Coordinate() = default;
  constexpr Coordinate(int x, int y, int z = 0, int w = 0, int v = 0, int u = 0)
      : at{static_cast<std::int16_t>(x), static_cast<std::int16_t>(y), static_cast<std::int16_t>(z),
           static_cast<std::int16_t>(w), static_cast<std::int16_t>(v), static_cast<std::int16_t>(u)} {}

  [[nodiscard]] constexpr int operator[](int dimension) const { return at[static_cast<std::size_t>(dimension)]; }
  constexpr void set(int dimension, int value) {
    at[static_cast<std::size_t>(dimension)] = static_cast<std::int16_t>(value);
  }
  friend constexpr Coordinate operator-(Coordinate c) { return {-c[0], -c[1], -c[2], -c[3], -c[4], -c[5]}; }
};
constexpr bool operator==(Coordinate a, Coordinate b) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3] && a[4] == b[4] && a[5] == b[5];
}
constexpr bool operator!=(Coordinate a, Coordinate b) { return !(a == b); }

/// Position of a node in a byte for each dimension, for what is kept of every packet.
class NodePosition {
 public:
  constexpr NodePosition() = default;
  // Neither loses anything.
  constexpr NodePosition(Coordinate node) {
    for (int d = 0; d < kMaxDimensions; ++d) at_[static_cast<std::size_t>(d)] = static_cast<std::uint8_t>(node[d]);
  }
  constexpr NodePosition(int x, int y, int z = 0, int w = 0) : NodePosition(Coordinate{x, y, z, w}) {}
  constexpr operator Coordinate() const { return {at_[0], at_[1], at_[2], at_[3], at_[4], at_[5]}; }

  [[nodiscard]] constexpr int operator[](int dimension) const { return at_[static_cast<std::size_t>(dimension)]; }
  constexpr void set(int dimension, int value) {
    at_[static_cast<std::size_t>(dimension)] = static_cast<std::uint8_t>(value);
  }

 private:
  std::array<std::uint8_t, kMaxDimensions> at_{};
};

/// Bits of each entry of a position in a word of 32 bits: 8 up to four dimensions, 6 with five, 5 with six.
constexpr int coordinate_bits(int dimensions) { return dimensions <= 4 ? 8 : 32 / dimensions; }
/// Most nodes of each dimension, so that a position fits into such a word.
constexpr int most_nodes_along(int dimensions) { return 1 << coordinate_bits(dimensions); }

/// A position in a network of so many dimensions as headers and registers have it: its entries side by side, the first
/// one lowest.
constexpr std::uint32_t node_word(Coordinate node, int dimensions) {
  const int bits = coordinate_bits(dimensions);
  std::uint32_t word = 0;
  for (int d = 0; d * bits + bits <= 32 && d < kMaxDimensions; ++d) {
    word |= (static_cast<std::uint32_t>(node[d]) & ((1U << bits) - 1)) << (d * bits);
  }
  return word;
}
constexpr Coordinate node_of_word(std::uint32_t word, int dimensions) {
  const int bits = coordinate_bits(dimensions);
  Coordinate node;
  for (int d = 0; d * bits + bits <= 32 && d < kMaxDimensions; ++d) {
    node.set(d, static_cast<int>(word >> (d * bits) & ((1U << bits) - 1)));
  }
  return node;
}

/// Which entries of an offset are negative: bit d is that of dimension d.
class OffsetSigns {
 public:
  constexpr OffsetSigns() = default;
  constexpr explicit OffsetSigns(unsigned bits) : bits_(static_cast<std::uint8_t>(bits)) {}
  /// Signs of the way from `from` to `to`.
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
  /// Signs of the way back.
  [[nodiscard]] constexpr OffsetSigns reversed() const { return OffsetSigns(~unsigned{bits_} & kAll); }
  friend constexpr bool operator==(OffsetSigns a, OffsetSigns b) { return a.bits_ == b.bits_; }
  friend constexpr bool operator!=(OffsetSigns a, OffsetSigns b) { return a.bits_ != b.bits_; }

 private:
  static constexpr unsigned kAll = (1U << kMaxDimensions) - 1;

  std::uint8_t bits_ = 0;
};

}  // namespace tactus
