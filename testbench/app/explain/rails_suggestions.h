#pragma once

#include <vector>

#include "testbench/app/explain/explanation.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Changes of a machine of rails that are worth trying on `scenario`: one thing each, of each resource that data can
/// wait for. A setting of a list of parts stands for all parts of it.
std::vector<Suggestion> rails_suggestions(const Scenario& scenario);

}  // namespace tactus
