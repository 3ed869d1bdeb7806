#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace tactus {

/// The four torus directions; their numbers are the router's port numbers 0..3.
enum class Direction : std::uint8_t { kPlusX, kMinusX, kPlusY, kMinusY };
inline constexpr int kTorusPorts = 4;
inline constexpr int kNicPorts = 4;
inline constexpr int kRouterPorts = kTorusPorts + kNicPorts;
inline constexpr std::array<const char*, kRouterPorts> kPortNames = {"plus_x", "minus_x", "plus_y", "minus_y",
                                                                     "nic_0",  "nic_1",   "nic_2",  "nic_3"};

/// Router port that DMA engine `engine` (0..3) is attached to.
constexpr int nic_port(int engine) { return kTorusPorts + engine; }
constexpr Direction opposite(Direction d) { return static_cast<Direction>(static_cast<int>(d) ^ 1); }

/// Position of a node: column `x` in [0, width), row `y` in [0, height).
struct Coordinate {
  int x = 0;
  int y = 0;
  friend constexpr bool operator==(Coordinate a, Coordinate b) { return a.x == b.x && a.y == b.y; }
  friend constexpr bool operator!=(Coordinate a, Coordinate b) { return !(a == b); }
};

/// Name of a node's module: "node_<x>_<y>".
inline std::string node_name(Coordinate c) { return "node_" + std::to_string(c.x) + "_" + std::to_string(c.y); }

/// Size of a 2D torus, 2..256 in each dimension, and the numbering of its nodes: row by row, x fastest.
struct TorusShape {
  int width = 4;
  int height = 4;

  [[nodiscard]] constexpr int nodes() const { return width * height; }
  [[nodiscard]] constexpr int node(Coordinate c) const { return c.y * width + c.x; }
  [[nodiscard]] constexpr Coordinate coordinate(int node) const { return {node % width, node / width}; }
  /// `c` moved by an offset of any sign and size, wrapped into the torus.
  [[nodiscard]] constexpr Coordinate wrapped(Coordinate c, int dx, int dy) const {
    return {wrap(c.x + dx, width), wrap(c.y + dy, height)};
  }
  [[nodiscard]] constexpr Coordinate neighbour(Coordinate c, Direction d) const {
    switch (d) {
      case Direction::kPlusX:
        return wrapped(c, 1, 0);
      case Direction::kMinusX:
        return wrapped(c, -1, 0);
      case Direction::kPlusY:
        return wrapped(c, 0, 1);
      case Direction::kMinusY:
        return wrapped(c, 0, -1);
    }
    return c;
  }
  /// Links on a shortest way from `a` to `b`.
  [[nodiscard]] constexpr int hops(Coordinate a, Coordinate b) const {
    return ring_distance(a.x - b.x, width) + ring_distance(a.y - b.y, height);
  }

 private:
  static constexpr int wrap(int value, int size) { return ((value % size) + size) % size; }
  static constexpr int ring_distance(int offset, int size) {
    const int forward = wrap(offset, size);
    return forward < size - forward ? forward : size - forward;
  }
};

}  // namespace tactus
