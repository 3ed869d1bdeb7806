#pragma once

#include <memory>
#include <vector>

#include "hw/node/fabric.h"
#include "hw/node/node_parts.h"
#include "rtl/twin/lockstep.h"
#include "rtl/twin/rtl_trace_files.h"
#include "testbench/app/run/level.h"
#include "testbench/app/scenario/parts_config.h"
#include "testbench/app/scenario/rtl_config.h"
#include "tlm_models/packet/border_faults.h"
#include "tlm_models/packet/packet_network.h"

namespace tactus {

/// Options of a level besides the machine.
struct FabricOptions {
  NodeParts parts = cycle_level_parts();  ///< parts of nodes on pins, but for their memory
  MemoryFactory memory;                   ///< memories of all nodes; none: `Memory`
  Threading threading;                    ///< threads of the packet level
  PacketTimings packet_timings;           ///< timings of the packet level: test hook
  RtlConfig rtl;                          ///< parts of nodes on pins
  const PartsConfig* plugins = nullptr;   ///< parts of plug-ins, which outlive the machine; null: none
  Lockstep::Listener twin_violated;       ///< told of what a twin has found
  std::shared_ptr<RtlTraceFiles> traces;  ///< files of the signals within twins; null: none
  std::vector<int> on_pins;               ///< nodes, at packet level
  BorderFaults border_faults;             ///< faults of borders of nodes on pins: test hook
};

/// Elaborates `machine`, which is free of faults at that level, cycle or packet.
std::unique_ptr<Fabric> make_fabric(Level level, const MachineConfig& machine, const FabricOptions& options = {});

}  // namespace tactus
