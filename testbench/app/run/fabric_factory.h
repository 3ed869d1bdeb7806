#pragma once

#include <memory>

#include "hw/node/fabric.h"
#include "testbench/app/run/level.h"
#include "testbench/app/scenario/rtl_config.h"
#include "tlm_models/packet/packet_network.h"

namespace tactus {

/// What a level is told besides the machine.
struct FabricOptions {
  Threading threading;           ///< of the packet level
  bool drop_credits = false;     ///< by every router of the cycle level: test hook
  PacketTimings packet_timings;  ///< of the packet level: test hook
  RtlConfig rtl;                 ///< of the cycle level
};

/// Elaborates `machine`, which is free of faults at that level, cycle or packet.
std::unique_ptr<Fabric> make_fabric(Level level, const MachineConfig& machine, const FabricOptions& options = {});

}  // namespace tactus
