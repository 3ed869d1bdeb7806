#pragma once

#include "testbench/app/results/run_summary.h"
#include "testbench/app/run/level.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Adds all that a result says about its scenario, whatever comes of the run.
void describe_scenario(const Scenario& scenario, Level level, RunSummary& summary);

}  // namespace tactus
