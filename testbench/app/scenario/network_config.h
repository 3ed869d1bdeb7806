#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// How the nodes of the machine are connected.
enum class NetworkKind : std::uint8_t {
  kTorus,
  kRails,  ///< two nodes joined back to back by cables
  kNone,   ///< not at all: one node
};

/// The machine's network; that of the flow level alone is FlowConfig's.
struct NetworkConfig {
  NetworkKind kind = NetworkKind::kTorus;
};

/// Everything about `network` that cannot be built; keys as in scenarios.
std::vector<ConfigFault> validate(const NetworkConfig& network);

}  // namespace tactus
