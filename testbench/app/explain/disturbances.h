#pragma once

#include <string>

#include "testbench/app/results/run_summary.h"

namespace tactus {

/// Lines that name the ranks which lost most to noise or began last, and the shares of the critical path, and the
/// cables that are dead or unlike the others; empty if nothing disturbed the run.
std::string disturbances_text(const RunSummary& run);

}  // namespace tactus
