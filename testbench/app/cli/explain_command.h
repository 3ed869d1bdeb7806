#pragma once

#include "testbench/app/cli/explain_options.h"

namespace tactus {

/// `tactus explain`; returns its exit status.
int explain_command(const ExplainOptions& options);

}  // namespace tactus
