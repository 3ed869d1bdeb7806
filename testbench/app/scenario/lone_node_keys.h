#pragma once

#include <string>
#include <vector>

#include "testbench/app/scenario/network_config.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/settle.h"

namespace tactus {

/// Keys of a machine that is one node of many cores.
std::vector<KeySpec> lone_node_keys();

/// Whether a machine with such a network has the key.
bool has_key(NetworkKind network, const std::string& path);
/// Puts on the list the keys of each source that do not go with the network that holds in the end.
void settle_network(const ScenarioSource& file, const ScenarioSource& options, DiagnosticList& diagnostics);

}  // namespace tactus
