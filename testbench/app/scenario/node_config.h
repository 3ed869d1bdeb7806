#pragma once

#include <cstdint>
#include <vector>

#include "hw/memory/address_map.h"
#include "hw/node/numa_config.h"

namespace tactus {

class ScenarioReading;

/// Inside of a node, between its NICs and its memory.
enum class NodeKind : std::uint8_t {
  kPlain,  ///< one memory of one rate
  kNuma,   ///< sockets, memories, links and bridges
};

/// Mover of messages between ranks of one node.
enum class CopiesKind : std::uint8_t {
  kRate,   ///< nobody in particular, at a rate
  kCores,  ///< the cores that the ranks run on, through their caches
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

/// Through which NIC of a NUMA node each DMA engine of the network reaches memory.
struct NicChoice {
  enum class Kind : std::uint8_t {
    kInOrder,  ///< engine e has NIC e, modulo the number of NICs
    kNearest,  ///< by links between sockets to where it receives, then to where it sends from, which are listed
    kListed,   ///< as listed, one for each engine
  };
  Kind kind = Kind::kInOrder;
  std::vector<int> nics;  ///< kListed
};

/// The inside of a node, and where its software and their buffers are.
struct NodeConfig {
  NodeKind kind = NodeKind::kPlain;
  CopiesKind copies = CopiesKind::kRate;
  bool nic_gathers = false;  ///< with cores: NICs read and write datatypes themselves, and cores pack nothing
  NumaNodeConfig numa;
  NicChoice engine_nics;
  int cpu = 0;  ///< socket of the processes; control messages lie in its first memory
  MemoryChoice memory{MemoryChoice::Kind::kNear, {}};
  MemoryChoice send_memory;
  MemoryChoice receive_memory;

  /// For each of `nics`, the memory from which it sends; `numa` is free of faults.
  [[nodiscard]] std::vector<int> send_memories(const std::vector<int>& nics) const;
  /// Buffer homes of `engines` DMA engines of the network; memory 0 on a plain node.
  [[nodiscard]] BufferHomes homes(int engines) const;
  /// The memory into which it receives.
  [[nodiscard]] std::vector<int> receive_memories(const std::vector<int>& nics) const;
};

/// In the network, the NIC of each of `engines` DMA engines; of equally near ones that of the fewest engines, then the
/// first.
std::vector<int> engine_nics(const NodeConfig& node, int engines);

/// Everything that is wrong with the placement in `node`, whose `numa` is free of faults, if so many NICs are used, or
/// so many DMA engines.
std::vector<ConfigFault> placement_faults(const NodeConfig& node, std::size_t users);
/// Tells `reading` all that is wrong with the inside of its NUMA node, and whether a placement in it can be checked.
bool check_numa(ScenarioReading& reading);

/// Faults of the placement, and of the NICs of the network's DMA engines.
std::vector<ConfigFault> engine_placement_faults(const NodeConfig& node, int engines);

}  // namespace tactus
