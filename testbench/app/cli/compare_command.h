#pragma once

#include "testbench/app/cli/compare_options.h"

namespace tactus {

/// Executes `tactus compare`: runs the scenario at both levels, each in a process of its own, and prints what differs.
/// Returns an ExitStatus: `kDoesNotHold` if anything does, `kViolation` if both found the same violation.
int compare_command(const CompareOptions& options);

}  // namespace tactus
