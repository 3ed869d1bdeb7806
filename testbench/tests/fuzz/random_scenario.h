#pragma once

#include <cstdint>

#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// A machine that every level can execute and a workload that keeps it busy for well under a second: a function of
/// `seed`. Every axis of the router, the NIC, the memory, pacing and the workloads varies.
Scenario random_scenario(std::uint64_t seed);

/// True if `scenario` is what `tactus run` would accept, free of deadlock, and the packet level executes it.
bool is_executable(const Scenario& scenario);

}  // namespace tactus
