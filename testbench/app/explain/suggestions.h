#pragma once

#include <string>
#include <vector>

#include "testbench/app/results/run_summary.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Settings that may make a run faster, as texts behind `--set`, all of them together.
using Suggestion = std::vector<std::string>;

/// Some ways round are equally long: packets have ties that `router.tie_break` decides.
bool has_even_ring(const NetworkShape& network);

/// Changes that are worth trying on `scenario`, whose result is `run`: by what its packets waited for. They are no more
/// than that until they have been run. None of them is what the scenario says already; some may not fit the scenario,
/// which is found out when it is read with them.
std::vector<Suggestion> suggestions(const Scenario& scenario, const RunSummary& run);

}  // namespace tactus
