#pragma once

#include <cstdint>
#include <vector>

#include "hw/memory/address_map.h"
#include "hw/node/numa_config.h"

namespace tactus {

/// What a node has between its NICs and its memory.
enum class NodeKind : std::uint8_t {
  kPlain,  ///< one memory of one rate
  kNuma,   ///< sockets, memories, links and bridges
};

/// In which memories of a NUMA node the buffers of its NICs lie.
struct MemoryChoice {
  enum class Kind : std::uint8_t {
    kSame,    ///< as `NodeConfig::memory` says
    kNear,    ///< for each NIC, the memory at the fewest links between sockets; of equals the first one
    kFar,     ///< the memory at the most links
    kListed,  ///< as listed, one for each NIC
  };
  Kind kind = Kind::kSame;
  std::vector<int> memories;  ///< kListed
};

/// The inside of a node, and where its software and their buffers are.
struct NodeConfig {
  NodeKind kind = NodeKind::kPlain;
  NumaNodeConfig numa;
  int cpu = 0;  ///< socket of the processes; control messages lie in its first memory
  MemoryChoice memory{MemoryChoice::Kind::kNear, {}};
  MemoryChoice send_memory;
  MemoryChoice receive_memory;

  /// For each of `nics`, the memory from which it sends; `numa` is free of faults.
  [[nodiscard]] std::vector<int> send_memories(const std::vector<int>& nics) const;
  /// Those of the DMA engines in the torus; of a plain node memory 0.
  [[nodiscard]] BufferHomes homes() const;
  /// The memory into which it receives.
  [[nodiscard]] std::vector<int> receive_memories(const std::vector<int>& nics) const;
};

/// In the torus, the NIC of each DMA engine: that of its number, or of its number modulo those that there are.
std::vector<int> engine_nics(const NumaNodeConfig& node);

/// Everything that is wrong with the placement in `node`, whose `numa` is free of faults, if `nics` are used.
std::vector<ConfigFault> placement_faults(const NodeConfig& node, const std::vector<int>& nics);

}  // namespace tactus
