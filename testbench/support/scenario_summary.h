#pragma once

#include "testbench/results/run_summary.h"
#include "testbench/scenario/scenario.h"
#include "testbench/support/level.h"

namespace tactus {

/// What a result says about its scenario, whatever comes of the run.
void describe_scenario(const Scenario& scenario, Level level, RunSummary& summary);

}  // namespace tactus
