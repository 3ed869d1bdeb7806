#pragma once

#include <vector>

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

/// Keys of `node` that say what is in a NUMA node, and where software and its buffers are.
std::vector<KeySpec> numa_node_keys();
/// Keys of `rails` and `rdma`.
std::vector<KeySpec> rails_keys();

}  // namespace tactus
