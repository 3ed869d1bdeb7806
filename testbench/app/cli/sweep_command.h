#pragma once

#include "testbench/app/cli/sweep_options.h"

namespace tactus {

/// Executes `tactus sweep`: checks every point, runs those without a result, writes the table. Returns an ExitStatus:
/// `kInputWrong` before anything has run, or the worst of all points.
int sweep_command(const SweepOptions& options);

}  // namespace tactus
