#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/cli/exit_status.h"
#include "testbench/app/run/level.h"
#include "testbench/app/scenario/diagnostic.h"
#include "testbench/app/scenario/scenario.h"
#include "testbench/app/scenario/scenario_reader.h"

namespace tactus {

/// Tells the user what is wrong with the input, and answers the exit status for that.
ExitStatus refuse(const std::vector<Diagnostic>& faults);

/// The scenario that a command names, or nothing if it has faults or one of `levels`, by default `default_level`,
/// cannot execute it; the faults are then on the terminal.
std::optional<Scenario> scenario_argument(const std::filesystem::path& path, const std::vector<std::string>& overrides,
                                          std::vector<Level> levels);
/// The scenario that was read, likewise.
std::optional<Scenario> scenario_argument(ScenarioResult result, std::vector<Level> levels);

/// Where a command shows its progress: null unless somebody looks, and if `quiet`.
std::FILE* progress_terminal(bool quiet = false);

}  // namespace tactus
