#include "testbench/app/run/fabric_factory.h"

#include "hw/node/torus.h"
#include "tlm_models/packet/packet_torus.h"

namespace tactus {

std::unique_ptr<Fabric> make_fabric(Level level, const MachineConfig& machine, const FabricOptions& options) {
  if (level == Level::kPacket) {
    return std::make_unique<PacketTorus>("torus", machine, options.threading, options.packet_timings);
  }
  return std::make_unique<Torus>("torus", machine, options.parts);
}

}  // namespace tactus
