#pragma once

#include <vector>

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

/// Keys of a machine that is one node of many cores, or has such nodes. `sized` are the algorithms whose messages all
/// have one size.
std::vector<KeySpec> lone_node_keys(const std::vector<Algorithm>& sized);

}  // namespace tactus
