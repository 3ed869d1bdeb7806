#pragma once

#include <vector>

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

/// Keys of `pacing` that choose and set the injection control of NICs.
std::vector<KeySpec> control_keys();

}  // namespace tactus
