#pragma once

#include <optional>
#include <string>

#include "hw/common/machine_config.h"
#include "hw/common/network_shape.h"
#include "hw/common/router_config.h"

namespace tactus {

/// The policies that rtl/router/ has, each at the number by which its strap selects it. Header only: shared objects of
/// replaced RTL use it, which cannot ask the program's registry.
inline constexpr const char* kRtlArbiters[] = {"round_robin",   "oldest_first",         "first_come", "injection_first",
                                               "through_first", "injection_first_come", "matrix"};  // arbiter_i
inline constexpr const char* kRtlDatelines[] = {"crossing", "entry", "none"};                       // dateline_i
inline constexpr const char* kRtlTieBreaks[] = {"positive", "signed"};                              // tie_break_i
inline constexpr const char* kRtlRoutings[] = {"dimension_order", "o1turn"};                        // routing_i
inline constexpr const char* kRtlNominations[] = {"any", "oldest"};                                 // nomination_i

/// How an `output_arbiter` of rtl/router/ decides, each at the value of its input `arbiter_i`.
inline constexpr const char* kRtlOutputArbiters[] = {"round_robin", "oldest_first"};

/// Dimensions of a network that the RTL has at most: flit_pkg::MaxDimensions.
inline constexpr int kRtlDimensions = 4;

/// The straps that say where a node is, a field for each dimension, x lowest.
struct NetworkStraps {
  std::uint64_t position = 0;  ///< fields of 8 bits
  std::uint64_t shape = 0;     ///< fields of 9 bits
  std::uint8_t wrap = 0;
};

/// Straps with `dimensions` fields; those that the network lacks are a line of one node.
inline NetworkStraps network_straps(const NetworkShape& network, Coordinate position, int dimensions) {
  NetworkStraps straps;
  for (int d = 0; d < dimensions; ++d) {
    const bool is_there = d < network.dimensions();
    straps.position |= (is_there ? static_cast<std::uint64_t>(position[d]) : 0) << 8 * d;
    straps.shape |= (is_there ? static_cast<std::uint64_t>(network.size(d)) : 1) << 9 * d;
    if (is_there && network.wraps(d)) straps.wrap |= static_cast<std::uint8_t>(1U << d);
  }
  return straps;
}

/// The number of a policy in one of these lists, if the list has it.
template <class Kind, std::size_t N>
std::optional<int> strap_of(const PolicyName<Kind>& choice, const char* const (&names)[N]) {
  for (std::size_t i = 0; i < N; ++i) {
    if (choice.name() == names[i]) return static_cast<int>(i);
  }
  return std::nullopt;
}

inline std::optional<int> arbiter_strap(const RouterConfig& router) { return strap_of(router.arbiter, kRtlArbiters); }
inline std::optional<int> nomination_strap(const RouterConfig& router) {
  return strap_of(router.input_nomination, kRtlNominations);
}
inline std::optional<int> dateline_strap(const RouterConfig& router) {
  return strap_of(router.dateline, kRtlDatelines);
}
inline std::optional<int> tie_break_strap(const RouterConfig& router) {
  return strap_of(router.tie_break, kRtlTieBreaks);
}

inline std::optional<int> routing_strap(const RouterConfig& router) { return strap_of(router.routing, kRtlRoutings); }

/// rooms_i: packets that a buffer between routers has room for, or 0 where its credits count flits.
inline int rooms_strap(const MachineConfig& config) {
  return config.counts_packets() ? config.vc_buffer_flits() / config.max_packet_flits() : 0;
}

}  // namespace tactus
