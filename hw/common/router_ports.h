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

/// Ports of a router: for cables and for NICs.
inline constexpr int kMaxRouterPorts = 64;
inline constexpr int kMaxNics = 8;
/// Two for each dimension.
inline constexpr int kMaxTorusDirections = 2 * kMaxDimensions;
/// Ports for cables: two for each dimension, or those of a switch in a graph, whose hosts have a NIC at least.
inline constexpr int kMaxDirections = kMaxRouterPorts - 2;

/// Ports of a router, a bit for each.
using PortSet = std::uint64_t;
constexpr PortSet port_bit(int port) { return PortSet{1} << port; }
/// Ports 0 .. `count` - 1; `count` is 0..64.
constexpr PortSet first_ports(int count) { return count >= kMaxRouterPorts ? ~PortSet{0} : port_bit(count) - 1; }
/// The lowest of `ports`, which is not empty.
constexpr int first_port(PortSet ports) { return __builtin_ctzll(ports); }

inline constexpr std::array<const char*, kMaxDimensions> kDimensionNames = {"x", "y", "z", "w", "v", "u"};
inline constexpr std::array<const char*, kMaxTorusDirections> kDirectionNames = {
    "plus_x", "minus_x", "plus_y", "minus_y", "plus_z", "minus_z",
    "plus_w", "minus_w", "plus_v", "minus_v", "plus_u", "minus_u"};
/// Ports for the cables of a graph.
inline constexpr std::array<const char*, kMaxDirections> kGraphPortNames = {
    "port_0",  "port_1",  "port_2",  "port_3",  "port_4",  "port_5",  "port_6",  "port_7",  "port_8",
    "port_9",  "port_10", "port_11", "port_12", "port_13", "port_14", "port_15", "port_16", "port_17",
    "port_18", "port_19", "port_20", "port_21", "port_22", "port_23", "port_24", "port_25", "port_26",
    "port_27", "port_28", "port_29", "port_30", "port_31", "port_32", "port_33", "port_34", "port_35",
    "port_36", "port_37", "port_38", "port_39", "port_40", "port_41", "port_42", "port_43", "port_44",
    "port_45", "port_46", "port_47", "port_48", "port_49", "port_50", "port_51", "port_52", "port_53",
    "port_54", "port_55", "port_56", "port_57", "port_58", "port_59", "port_60", "port_61"};
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
