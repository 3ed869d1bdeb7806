#pragma once

#include <memory>
#include <vector>

#include "hw/common/policy.h"
#include "hw/common/policy_key.h"
#include "hw/memory/memory_port.h"
#include "hw/nic/nic_module.h"
#include "hw/node/node_parts.h"
#include "hw/node/part_kind.h"
#include "hw/router/router_module.h"

namespace tactus {

/// Where a part of a plug-in stands, and the values that the scenario has for its keys: `kStages.of(site)` is that of a
/// NumberKey. What is referred to outlives the part.
struct PartSite : NodeSite {
  const Numbers& numbers;
};

/// Registration of a router for single nodes of a torus, on pins at every level. Reference: docs/reference/parts.md.
struct RouterPart : Policy {
  /// Makes an `sc_module` called `name` whose ports are made for `site.config.ports()` and read and write wires of
  /// `site.domain`. Called in the constructor of the node.
  std::unique_ptr<RouterPins> (*make)(const char* name, const PartSite& site) = nullptr;
  std::vector<NumberKey> keys{};  ///< `parts.<name>`
};

/// Registration of a NIC for single nodes of a torus, on pins at every level.
struct NicPart : Policy {
  /// Makes an `sc_module` called `name` that does its reading and writing through `memory`.
  std::unique_ptr<NicModule> (*make)(const char* name, const PartSite& site, MemoryPort& memory) = nullptr;
  std::vector<NumberKey> keys{};
};

/// Place of a memory, and the values of its keys. A memory has no clock domain: levels without one have it too.
struct MemorySite {
  const MachineConfig& config;
  Coordinate position;
  const Numbers& numbers;
};

/// Registration of a memory for single nodes of a torus, which cycle and packet level call alike.
struct MemoryPart : Policy {
  /// Makes a plain object, or an `sc_module` called `name` besides.
  std::unique_ptr<MemoryPort> (*make)(const char* name, const MemorySite& site) = nullptr;
  std::vector<NumberKey> keys{};
};

}  // namespace tactus
