#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// Parameters of `node_top` for a machine, by name; the last one follows from the others.
std::vector<std::pair<std::string, int>> node_parameters(const MachineConfig& config);

/// A strap of `node_top` that is the same in every node of a machine.
struct NodeStrap {
  std::string pin;
  std::string value;  ///< in SystemVerilog, with its width
};
/// `config` is one that `node_faults` has nothing against.
std::vector<NodeStrap> node_straps(const MachineConfig& config);

/// Why there is no node in RTL for `config`, itself free of faults; empty if there is one.
std::vector<ConfigFault> node_faults(const MachineConfig& config);

}  // namespace tactus
