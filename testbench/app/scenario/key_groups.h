#pragma once

#include <vector>

#include "testbench/app/scenario/key_spec.h"

namespace tactus {

// Keys by what they describe, in the order of the documentation, and conditions that several groups have.

std::vector<KeySpec> scenario_itself_keys();
std::vector<KeySpec> machine_keys();
std::vector<KeySpec> numa_node_keys();
std::vector<KeySpec> rails_keys();
std::vector<KeySpec> pacing_keys();
/// Keys of `pacing.control` and of its kinds.
std::vector<KeySpec> control_keys();
std::vector<KeySpec> workload_keys();
std::vector<KeySpec> many_core_keys();
std::vector<KeySpec> noise_keys();
std::vector<KeySpec> flow_keys();
std::vector<KeySpec> run_keys();

/// The network is one of `kinds`.
Condition on_network(std::vector<NetworkKind> kinds);
/// The machine is a torus.
Condition on_torus();
/// The workload is one of `algorithms`.
Condition for_algorithms(const std::vector<std::string>& algorithms);
/// The workload has messages of a size that the scenario gives.
Condition for_sized_messages();
/// Ranks run programs, not an open loop.
Condition for_ranks();

}  // namespace tactus
