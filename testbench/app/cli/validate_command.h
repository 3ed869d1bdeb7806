#pragma once

#include "testbench/app/cli/validate_options.h"

namespace tactus {

/// Executes `tactus validate`: runs what has no result yet and prints a verdict for each claim. Returns an ExitStatus:
/// `kDoesNotHold` if a claim does not; those that were not run do not count.
int validate_command(const ValidateOptions& options);

}  // namespace tactus
