#pragma once

#include <string>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// Files that tools are told of. Paths are relative to the folder, sources in the order of reading.
struct NodeSources {
  std::vector<std::string> sources;   ///< SystemVerilog
  std::vector<std::string> includes;  ///< files that others include
  std::vector<std::string> waivers;   ///< waivers of Verilator's lint
};

/// For `verilator -f`, and for what else reads such lists.
std::string file_list(const NodeSources& files);
/// FuseSoC's description of a core, CAPI2: targets default and lint.
std::string fusesoc_core(const NodeSources& files);
/// Bender's manifest.
std::string bender_manifest(const NodeSources& files);
/// Constraints to begin with: clocks, straps, reset. The clock of the links is that of the machine, the node's three
/// times as fast.
std::string constraints(const MachineConfig& config);
/// Page that says what is in the folder and how it is used.
std::string node_readme(const std::string& scenario);

}  // namespace tactus
