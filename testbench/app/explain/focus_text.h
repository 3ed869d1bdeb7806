#pragma once

#include <string>

#include "testbench/app/results/run_summary.h"

namespace tactus {

/// What the packets and nodes that were asked about did, in a page of text; empty if none were.
std::string focus_text(const RunSummary& run);

}  // namespace tactus
