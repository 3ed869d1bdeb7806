#pragma once

#include <filesystem>
#include <vector>

#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// All files whose content a run of `scenario` depends on although its configuration has only their names: messages,
/// noise, and everything in the folders of RTL, by name.
std::vector<std::filesystem::path> named_files(const Scenario& scenario);

}  // namespace tactus
