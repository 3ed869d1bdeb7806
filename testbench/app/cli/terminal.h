#pragma once

#include <cstdio>
#include <vector>

#include "testbench/app/cli/exit_status.h"
#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

/// Tells the user what is wrong with the input, and answers the exit status for that.
ExitStatus refuse(const std::vector<Diagnostic>& faults);

/// Where a command shows its progress: null unless somebody looks, and if `quiet`.
std::FILE* progress_terminal(bool quiet = false);

}  // namespace tactus
