#pragma once

#include <vector>

#include "testbench/app/run/machine_kind.h"

namespace tactus {

/// Keys that `level` cannot execute as they are meant, for a machine whose nodes have routers.
std::vector<KeyFault> fabric_level_faults(Level level, const Scenario& scenario);
/// A kind of machine whose nodes have routers.
MachineKind fabric_kind(const char* name, const char* summary, decltype(MachineKind::level_faults) level_faults);

}  // namespace tactus
