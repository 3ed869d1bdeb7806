#pragma once

#include <cstdint>

#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// A machine that every level can execute and a workload that keeps it busy for well under a second: a function of
/// `seed`. Every axis of the router, the NIC, the memory, pacing and the workloads varies.
Scenario random_scenario(std::uint64_t seed);

/// The same with `router.switch_hold: flit`, which the packet level refuses.
Scenario random_scenario_of_flits(std::uint64_t seed);

/// The case `seed` of the fuzzer: one in sixteen with a switch that is held per flit, every second one with buffers
/// of one packet and ranks that all call at once, so that most packets wait for credits or for one another.
Scenario random_case(std::uint64_t seed);

/// True if `scenario` is what `tactus run` would accept, free of deadlock, and the packet level executes it, or the
/// cycle level if its switch is held per flit.
bool is_executable(const Scenario& scenario);

}  // namespace tactus
