#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// A scenario free of faults, or every fault that was found, in order of position.
using ScenarioResult = std::variant<Scenario, std::vector<Diagnostic>>;

/// Faults of a scenario for a command, besides those that every scenario must not have: by member of Scenario.
using ScenarioRule = std::function<std::vector<ConfigFault>(const Scenario&)>;

/// Reads and checks a scenario file. `overrides` are the texts behind `--set`, in order: "name=value" for a
/// parameter, "key.path=value" for any key; a later one wins. Rules: docs/reference/scenario_file.md.
ScenarioResult read_scenario(const std::string& path, const std::vector<std::string>& overrides = {},
                             const ScenarioRule& rule = {});

/// Reads a text in memory; `path` is its name in diagnostics, and message files are looked for beside it.
ScenarioResult read_scenario_text(const std::string& path, const std::string& text,
                                  const std::vector<std::string>& overrides = {});

}  // namespace tactus
