#pragma once

#include <cstdint>

#include "hw/common/machine_config.h"
#include "hw/link/packet_header.h"

namespace tactus {

inline constexpr int kPacketNumberBits = 55;

/// The number by which waves, trace, results and messages name a packet, above 0. An engine starts at
/// most one packet in a cycle: the number is that of the engine, counted through all nodes, beside the cycle of
/// injection, so that it grows with it. Reference: docs/reference/packet_format.md.
inline std::uint64_t packet_number(const NetworkShape& network, int nics, const RouteHeader& header) {
  const auto engines = static_cast<std::uint64_t>(network.nodes()) * static_cast<std::uint64_t>(nics);
  const int engine = network.node(header.source) * nics + header.source_nic;
  return header.inject_cycle * engines + static_cast<std::uint64_t>(engine);
}
inline std::uint64_t packet_number(const MachineConfig& config, const RouteHeader& header) {
  return packet_number(config.network, config.nics(), header);
}

}  // namespace tactus
