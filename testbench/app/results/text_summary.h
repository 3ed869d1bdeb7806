#pragma once

#include <filesystem>
#include <string>

#include "testbench/app/results/run_summary.h"

namespace tactus {

/// Summary of a run for a person, as aligned lines of plain text: the most important first.
std::string text_summary(const RunSummary& summary, const std::filesystem::path& folder);

/// `seconds` with the unit that fits: "25.80 ms".
std::string duration_text(double seconds);

}  // namespace tactus
