#pragma once

#include <memory>
#include <vector>

#include "hw/node/fabric.h"
#include "testbench/app/run/level.h"
#include "tlm_models/packet/border_faults.h"
#include "tlm_models/packet/packet_network.h"

namespace tactus {

/// What a level is told besides the machine.
struct FabricOptions {
  Threading threading;           ///< of the packet level
  bool drop_credits = false;     ///< by every router on pins: test hook
  PacketTimings packet_timings;  ///< of the packet level: test hook
  std::vector<int> on_pins;      ///< nodes, at packet level
  BorderFaults border_faults;    ///< of their links to others: test hook
};

/// Elaborates `machine`, which is free of faults at that level, cycle or packet.
std::unique_ptr<Fabric> make_fabric(Level level, const MachineConfig& machine, const FabricOptions& options = {});

}  // namespace tactus
