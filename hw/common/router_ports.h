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

/// Ports of a router for cables: two for each dimension, or those of a switch in a graph.
inline constexpr int kMaxDirections = 24;
inline constexpr int kMaxNics = 8;
inline constexpr int kMaxRouterPorts = kMaxDirections + kMaxNics;
inline constexpr std::array<const char*, kMaxDimensions> kDimensionNames = {"x", "y", "z", "w", "v", "u"};
inline constexpr std::array<const char*, 2 * kMaxDimensions> kDirectionNames = {
    "plus_x", "minus_x", "plus_y", "minus_y", "plus_z", "minus_z",
    "plus_w", "minus_w", "plus_v", "minus_v", "plus_u", "minus_u"};
/// Ports for the cables of a graph.
inline constexpr std::array<const char*, kMaxDirections> kGraphPortNames = {
    "port_0",  "port_1",  "port_2",  "port_3",  "port_4",  "port_5",  "port_6",  "port_7",
    "port_8",  "port_9",  "port_10", "port_11", "port_12", "port_13", "port_14", "port_15",
    "port_16", "port_17", "port_18", "port_19", "port_20", "port_21", "port_22", "port_23"};
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
  /// In a graph of so many dimensions.
  static constexpr RouterPorts of_graph(int dimensions, int nics) {
    RouterPorts ports(dimensions, nics);
    ports.graph_ = true;
    return ports;
  }

  [[nodiscard]] constexpr int directions() const { return directions_; }
  [[nodiscard]] constexpr int nics() const { return nics_; }
  [[nodiscard]] constexpr int count() const { return directions_ + nics_; }
  [[nodiscard]] constexpr bool is_nic(int port) const { return port >= directions_; }
  /// Port that NIC `nic` is attached to.
  [[nodiscard]] constexpr int nic_port(int nic) const { return directions_ + nic; }
  /// NIC that is attached to `port`, one of a NIC.
  [[nodiscard]] constexpr int nic_of(int port) const { return port - directions_; }
  /// "plus_x", "nic_0"; in a graph "port_3".
  [[nodiscard]] constexpr const char* name(int port) const {
    if (is_nic(port)) return kNicNames[static_cast<std::size_t>(nic_of(port))];
    return graph_ ? kGraphPortNames[static_cast<std::size_t>(port)] : kDirectionNames[static_cast<std::size_t>(port)];
  }
  friend constexpr bool operator==(RouterPorts a, RouterPorts b) {
    return a.directions_ == b.directions_ && a.nics_ == b.nics_ && a.graph_ == b.graph_;
  }

 private:
  int directions_;
  int nics_;
  bool graph_ = false;
};

}  // namespace tactus
