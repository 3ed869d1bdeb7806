#pragma once

#include <cstdint>

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

}  // namespace tactus
