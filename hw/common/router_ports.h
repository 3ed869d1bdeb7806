#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw/common/coordinate.h"

namespace tactus {

/// The two directions of each dimension; their numbers are the router's first port numbers.
enum class Direction : std::uint8_t {
  kPlusX,
  kMinusX,
  kPlusY,
  kMinusY,
  kPlusZ,
  kMinusZ,
  kPlusW,
  kMinusW,
  kPlusV,
  kMinusV,
  kPlusU,
  kMinusU
};

inline constexpr int kMaxDirections = 2 * kMaxDimensions;
inline constexpr int kMaxNics = 8;
inline constexpr int kMaxRouterPorts = kMaxDirections + kMaxNics;
inline constexpr std::array<const char*, kMaxDimensions> kDimensionNames = {"x", "y", "z", "w", "v", "u"};
inline constexpr std::array<const char*, kMaxDirections> kDirectionNames = {"plus_x", "minus_x", "plus_y", "minus_y",
                                                                            "plus_z", "minus_z", "plus_w", "minus_w",
                                                                            "plus_v", "minus_v", "plus_u", "minus_u"};
inline constexpr std::array<const char*, kMaxNics> kNicNames = {"nic_0", "nic_1", "nic_2", "nic_3",
                                                                "nic_4", "nic_5", "nic_6", "nic_7"};

constexpr Direction opposite(Direction d) { return static_cast<Direction>(static_cast<int>(d) ^ 1); }
constexpr int dimension_of(Direction d) { return static_cast<int>(d) / 2; }
constexpr bool is_negative(Direction d) { return (static_cast<int>(d) & 1) != 0; }
constexpr Direction direction_of(int dimension, bool negative) {
  return static_cast<Direction>(2 * dimension + (negative ? 1 : 0));
}

/// Ports of a router: first one per direction, in the order of `Direction`, then one per NIC.
class RouterPorts {
 public:
  constexpr RouterPorts(int dimensions, int nics) : directions_(2 * dimensions), nics_(nics) {}

  [[nodiscard]] constexpr int directions() const { return directions_; }
  [[nodiscard]] constexpr int nics() const { return nics_; }
  [[nodiscard]] constexpr int count() const { return directions_ + nics_; }
  [[nodiscard]] constexpr bool is_nic(int port) const { return port >= directions_; }
  /// Port that NIC `nic` is attached to.
  [[nodiscard]] constexpr int nic_port(int nic) const { return directions_ + nic; }
  /// NIC that is attached to `port`, one of a NIC.
  [[nodiscard]] constexpr int nic_of(int port) const { return port - directions_; }
  /// "plus_x", "nic_0".
  [[nodiscard]] constexpr const char* name(int port) const {
    return is_nic(port) ? kNicNames[static_cast<std::size_t>(nic_of(port))]
                        : kDirectionNames[static_cast<std::size_t>(port)];
  }
  friend constexpr bool operator==(RouterPorts a, RouterPorts b) {
    return a.directions_ == b.directions_ && a.nics_ == b.nics_;
  }

 private:
  int directions_;
  int nics_;
};

}  // namespace tactus
