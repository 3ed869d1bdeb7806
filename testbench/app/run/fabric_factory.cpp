#include "testbench/app/run/fabric_factory.h"

#include <utility>

#include "hw/node/part_nic.h"
#include "hw/node/part_router.h"
#include "hw/node/torus.h"
#include "testbench/app/run/replaced_rtl.h"
#include "testbench/app/run/rtl_twins.h"
#include "tlm_models/packet/packet_torus.h"

namespace tactus {

namespace {

/// Puts the parts of plug-ins in their nodes, in place of those of `parts`.
void put_plugins(const PartsConfig& plugins, NodeParts& parts) {
  if (!plugins.router.empty()) {
    parts.router = [&plugins, model = parts.router](const char* name, const NodeSite& site) {
      const PlacedPart* part = plugins.router.at(site.position);
      if (part == nullptr) return model(name, site);
      return make_part_router(name, policy(PolicyName<RouterPartKind>(part->name)), {site, plugins.numbers});
    };
  }
  if (!plugins.nic.empty()) {
    parts.nic = [&plugins, model = parts.nic](const char* name, const NodeSite& site, MemoryPort& memory) {
      const PlacedPart* part = plugins.nic.at(site.position);
      if (part == nullptr) return model(name, site, memory);
      return make_part_nic(name, policy(PolicyName<NicPartKind>(part->name)), {site, plugins.numbers}, memory);
    };
  }
}

/// Of nodes on pins.
NodeParts node_parts(const FabricOptions& options) {
  NodeParts parts = options.parts;
  parts.memory = options.memory;
  TwinSetup setup = open_replaced_rtl(options.rtl.library);
  setup.violated = options.twin_violated;
  setup.traces = options.traces;
  if (!options.rtl.routers.empty()) {
    parts.router = [routers = options.rtl.routers, model = parts.router, rtl = rtl_twins()->router, setup](
                       const char* name, const NodeSite& site) {
      return routers.holds(site.position) ? rtl(name, site, setup) : model(name, site);
    };
  }
  if (!options.rtl.nics.empty()) {
    parts.nic = [nics = options.rtl.nics, model = parts.nic, rtl = rtl_twins()->nic, setup](
                    const char* name, const NodeSite& site, MemoryPort& memory) {
      return nics.holds(site.position) ? rtl(name, site, memory, setup) : model(name, site, memory);
    };
  }
  if (options.plugins != nullptr) put_plugins(*options.plugins, parts);
  return parts;
}

}  // namespace

std::unique_ptr<Fabric> make_fabric(Level level, const MachineConfig& machine, const FabricOptions& options) {
  NodeParts parts = node_parts(options);
  if (level == Level::kCycle) return std::make_unique<Torus>("torus", machine, std::move(parts));
  const IslandSetup island{options.on_pins, std::move(parts), options.border_faults};
  return std::make_unique<PacketTorus>("torus", machine, options.threading, options.packet_timings, options.memory,
                                       island);
}

}  // namespace tactus
