#pragma once

#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// What of `config`, itself free of faults, there is no RTL router for; empty if its routers can be RTL.
std::vector<ConfigFault> rtl_router_faults(const MachineConfig& config);
/// The same of NICs.
std::vector<ConfigFault> rtl_nic_faults(const MachineConfig& config);

}  // namespace tactus
