#pragma once

#include "testbench/app/cli/tune_options.h"

namespace tactus {

/// Executes `tactus tune`: biases of sequences or redundant rounds of a butterfly, as the workload is. Runs what has no
/// result yet, prints the table and writes the scenario. Returns an ExitStatus; without all results no scenario is
/// written. Throws UsageError for options that are not of the workload.
int tune_command(const TuneOptions& options);

}  // namespace tactus
