#pragma once

#include <cstdint>

#include "hw/common/machine_config.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Messages that can have arrived at one DMA engine, at most, and wait for their receives there. No network and no
/// noise makes more: the bound follows from what ranks wait for alone. 0 in open loop, whose messages need no receive.
/// `workload` is valid on `machine`.
std::uint64_t early_messages(const WorkloadConfig& workload, const MachineConfig& machine);

}  // namespace tactus
