#pragma once

#include <vector>

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

/// Keys of the machine that only a torus or mesh has: its clock, links, routers, NICs, memories and processors.
std::vector<KeySpec> torus_keys();

}  // namespace tactus
