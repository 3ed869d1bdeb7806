#include "testbench/app/run/fabric_factory.h"

#include <utility>

#include "hw/node/torus.h"
#include "testbench/app/run/credit_dropping_router.h"
#include "tlm_models/packet/packet_torus.h"

namespace tactus {

namespace {

/// Of nodes on pins.
NodeParts node_parts(const FabricOptions& options) {
  NodeParts parts = cycle_level_parts();
  if (options.drop_credits) {
    parts.router = [](const char* name, const NodeSite& site) {
      return std::make_unique<CreditDroppingRouter>(name, site);
    };
  }
  return parts;
}

}  // namespace

std::unique_ptr<Fabric> make_fabric(Level level, const MachineConfig& machine, const FabricOptions& options) {
  NodeParts parts = node_parts(options);
  if (level == Level::kCycle) return std::make_unique<Torus>("torus", machine, std::move(parts));
  const IslandSetup island{options.on_pins, std::move(parts), options.border_faults};
  return std::make_unique<PacketTorus>("torus", machine, options.threading, options.packet_timings, MemoryFactory{},
                                       island);
}

}  // namespace tactus
