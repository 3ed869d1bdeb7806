#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Settings that may make a run faster, as texts behind `--set`, all of them together.
using Suggestion = std::vector<std::string>;

/// Changes that are worth trying on `scenario`, whose result.json is `result`: by what its packets waited for. They are
/// no more than that until they have been run. None of them is what the scenario says already; some may not fit the
/// scenario, which is found out when it is read with them.
std::vector<Suggestion> suggestions(const Scenario& scenario, const nlohmann::ordered_json& result);

}  // namespace tactus
