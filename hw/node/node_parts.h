#pragma once

#include <functional>
#include <memory>

#include "hw/common/clock_domain.h"
#include "hw/common/machine_config.h"
#include "hw/memory/memory_port.h"
#include "hw/nic/nic_module.h"
#include "hw/router/router_module.h"

namespace tactus {

/// Where a part of a node stands. What the references name outlives the part.
struct NodeSite {
  ClockDomain& domain;
  const MachineConfig& config;
  Coordinate position;
};

/// Factories of the parts of nodes: called once per node, in its constructor, routers and NICs with their instance
/// name. Whoever builds a machine fills them; nodes and the torus know the parts as pins and views only.
struct NodeParts {
  std::function<std::unique_ptr<RouterModule>(const char* name, const NodeSite& site)> router;
  /// `memory`, that of the same node, outlives the NIC.
  std::function<std::unique_ptr<NicModule>(const char* name, const NodeSite& site, MemoryPort& memory)> nic;
  MemoryFactory memory;  ///< none: `Memory`
};

/// The parts of the cycle level: VcRouter, Nic and Memory.
NodeParts cycle_level_parts();

}  // namespace tactus
