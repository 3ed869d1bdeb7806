#include "testbench/app/run/fabric_factory.h"

#include "hw/node/torus.h"
#include "tlm_models/packet/packet_torus.h"

namespace tactus {

std::unique_ptr<Fabric> make_fabric(Level level, const MachineConfig& machine, const FabricOptions& options) {
  if (level == Level::kPacket) {
    return std::make_unique<PacketTorus>("torus", machine, options.threading, options.packet_timings);
  }
  auto torus = std::make_unique<Torus>("torus", machine);
  for (int node = 0; node < machine.torus.nodes(); ++node) {
    torus->node(node).router().inject_fault(options.credit_fault);
  }
  return torus;
}

}  // namespace tactus
