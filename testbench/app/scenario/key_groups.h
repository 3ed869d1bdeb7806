#pragma once

#include <vector>

#include "testbench/app/scenario/key_spec.h"

namespace tactus {

// Keys by what they describe, and conditions that several groups have. Keys that only one kind of machine has are in
// testbench/app/kinds.

std::vector<KeySpec> scenario_itself_keys();
std::vector<KeySpec> numa_node_keys();
std::vector<KeySpec> pacing_keys();
/// Keys of pacer modes whose packets have slots of a schedule of phases.
std::vector<KeySpec> phase_keys();
/// Keys of `pacing.control` and of its kinds.
std::vector<KeySpec> control_keys();
std::vector<KeySpec> workload_keys();
std::vector<KeySpec> noise_keys();
std::vector<KeySpec> flow_keys();
std::vector<KeySpec> run_keys();
/// Parts of plug-ins in nodes, and the keys that they bring.
std::vector<KeySpec> parts_keys();

/// The network is one of `kinds`.
Condition on_network(std::vector<NetworkName> kinds);
/// The machine is a torus.
Condition on_torus();
/// Nodes of the machine have routers: a torus or a graph joins them.
Condition on_routers();
/// The workload is one of `algorithms`.
Condition for_algorithms(const std::vector<std::string>& algorithms);
/// The workload has messages of a size that the scenario gives.
Condition for_sized_messages();
/// The workload is the operations of a file.
Condition for_schedules();
/// The workload, or one of its jobs, is the operations of a file.
Condition for_operations();
/// The workload is a collective operation.
Condition for_collectives();
/// Ranks run programs, not an open loop.
Condition for_ranks();

}  // namespace tactus
