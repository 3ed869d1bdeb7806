#pragma once

#include <vector>

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

/// Keys of a machine that is one node of many cores.
std::vector<KeySpec> lone_node_keys();

}  // namespace tactus
