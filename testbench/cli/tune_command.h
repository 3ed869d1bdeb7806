#pragma once

#include "testbench/cli/tune_options.h"

namespace tactus {

/// Executes `tactus tune`: runs every sequence with every candidate, those without a result at least, prints the table
/// and writes the scenario. Returns an ExitStatus; without all results no scenario is written.
int tune_command(const TuneOptions& options);

}  // namespace tactus
