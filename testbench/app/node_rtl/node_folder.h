#pragma once

#include <filesystem>
#include <string>

#include "hw/common/machine_config.h"

namespace tactus {

/// Whether there is no such file or folder, or an empty folder.
bool is_free_for_node(const std::filesystem::path& folder);

/// Writes a node of `config` to `folder`: RTL, top module, file lists, constraints, register map, bench. `rtl` is our
/// folder of RTL, `scenario` the name of the file that `config` is from. The folder, which has to be free, appears when
/// it is complete. Throws ResultFileError, and std::runtime_error if a source cannot be read.
void write_node_folder(const std::filesystem::path& folder, const MachineConfig& config,
                       const std::filesystem::path& rtl, const std::string& scenario);

}  // namespace tactus
