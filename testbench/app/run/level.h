#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/node/fabric.h"
#include "testbench/app/scenario/scenario.h"
#include "tlm_models/packet/packet_network.h"

namespace tactus {

/// How a machine is executed: the same machine at every level.
enum class Level : std::uint8_t { kCycle, kPacket, kFlow };

const char* to_string(Level level);

/// What `level` cannot execute as it is meant; empty if it can execute `scenario`.
std::vector<ConfigFault> level_faults(Level level, const Scenario& scenario);

/// What a level is told besides the machine.
struct FabricOptions {
  Threading threading;                            ///< of the packet level
  CreditFault credit_fault = CreditFault::kNone;  ///< in every router of the cycle level: test hook
  PacketTimings packet_timings;                   ///< of the packet level: test hook
};

/// Elaborates `machine`, which is free of faults at that level, cycle or packet.
std::unique_ptr<Fabric> make_fabric(Level level, const MachineConfig& machine, const FabricOptions& options = {});

}  // namespace tactus
