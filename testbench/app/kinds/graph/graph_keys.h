#pragma once

#include <vector>

#include "testbench/app/scenario/key_spec.h"

namespace tactus {

/// Keys that say which graph joins the nodes of `network.kind: graph`.
std::vector<KeySpec> graph_keys();

}  // namespace tactus
