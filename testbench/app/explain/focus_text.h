#pragma once

#include <string>

#include "testbench/app/results/run_summary.h"

namespace tactus {

/// A page of text about the packets and nodes that were asked about; empty if none were.
std::string focus_text(const RunSummary& run);

}  // namespace tactus
