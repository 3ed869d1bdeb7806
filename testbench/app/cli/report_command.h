#pragma once

#include "testbench/app/cli/report_options.h"

namespace tactus {

/// Executes `tactus report`: makes the page. Returns an ExitStatus. Throws UnreadableResult if there is no result, or a
/// broken one, and ResultFileError if the page cannot be written.
int report_command(const ReportOptions& options);

}  // namespace tactus
