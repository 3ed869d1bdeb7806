#pragma once

#include <vector>

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

/// Keys of the flow level's network.
std::vector<KeySpec> flow_keys();

}  // namespace tactus
