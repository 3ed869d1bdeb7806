#pragma once

#include <vector>

#include "testbench/app/explain/explanation.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Changes of the NUMA nodes behind a torus that are worth trying on `scenario`, whose result is `run`: by the stages
/// at which its packets waited for memory.
std::vector<Suggestion> numa_suggestions(const Scenario& scenario, const RunSummary& run);

}  // namespace tactus
