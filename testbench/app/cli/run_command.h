#pragma once

#include "testbench/app/cli/options.h"

namespace tactus {

/// Executes `tactus run`: reads the scenario, builds and simulates the machine, writes the result folder.
/// Returns an ExitStatus.
int run_command(const RunOptions& options);

}  // namespace tactus
