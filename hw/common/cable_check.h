#pragma once

#include "hw/common/config_faults.h"
#include "hw/common/machine_config.h"

namespace tactus {

/// Faults of what a machine says of its cables: `link.overrides` and `faults`. Part of `validate`.
void check_cables(const MachineConfig& c, ConfigFaults& faults);

}  // namespace tactus
