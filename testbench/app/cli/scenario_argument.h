#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/run/level.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// The scenario that a command names, or nothing if it has faults or one of `levels`, by default `default_level`,
/// cannot execute it; the faults are then on the terminal.
std::optional<Scenario> scenario_argument(const std::filesystem::path& path, const std::vector<std::string>& overrides,
                                          std::vector<Level> levels);

}  // namespace tactus
