#pragma once

#include <string>

#include "testbench/app/results/run_summary.h"

namespace tactus {

/// The part of the page about what somebody asked of a run at flow level; empty if nothing was asked.
std::string flow_focus_text(const RunSummary& run);

}  // namespace tactus
