#pragma once

#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "testbench/app/node_rtl/node_pins.h"

namespace tactus {

/// Source of `tactus_node`: `node_top`, whose ports are `pins`, with the parameters and straps of a machine. What
/// differs from node to node, its position, is left a pin. The memory ports have those signals of AXI4 besides that
/// are constant.
std::string node_module(const std::vector<NodePin>& pins, const MachineConfig& config);

/// Source of `two_nodes`: nodes (0, 0 ...) and (1, 0 ...), with the links between them. Every other pin of theirs is a
/// pin, named n0_... and n1_...
std::string two_nodes_module(const std::vector<NodePin>& pins, const MachineConfig& config);

/// The machine for whoever needs its numbers: parameters, sizes, buffers; JSON.
std::string node_description(const MachineConfig& config, const std::string& scenario);

}  // namespace tactus
