#pragma once

#include "testbench/app/cli/tune_options.h"
#include "testbench/app/sweep/sweep_runner.h"

namespace tactus {

/// `tactus tune` of a scenario whose workload is a butterfly: searches, prints the table and writes the scenario.
/// `how.jobs` are threads of the recursion, processes at a level. Returns an ExitStatus.
int tune_butterfly_command(const TuneOptions& options, const SweepExecution& how);

}  // namespace tactus
