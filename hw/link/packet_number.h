#pragma once

#include <cstdint>

#include "hw/common/network_shape.h"
#include "hw/link/packet_header.h"

namespace tactus {

inline constexpr int kPacketNumberBits = 50;

/// The number by which waves, trace, results and messages name a packet, above 0. An engine starts at
/// most one packet in a cycle: the number is that of the engine, counted through all nodes, beside the cycle of
/// injection, so that it grows with it. Reference: docs/reference/packet_format.md.
constexpr std::uint64_t packet_number(const NetworkShape& torus, const RouteHeader& header) {
  const auto engines = static_cast<std::uint64_t>(torus.nodes()) * kNicPorts;
  const auto engine = static_cast<std::uint64_t>(torus.node(header.source)) * kNicPorts + header.source_nic;
  return header.inject_cycle * engines + engine;
}

}  // namespace tactus
