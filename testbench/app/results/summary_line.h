#pragma once

#include <filesystem>
#include <string>

#include "testbench/app/results/run_summary.h"

namespace tactus {

/// A word `name=value` of a line that other programs read. A value that is empty, or has blanks, quotation marks or
/// control characters in it, stands in quotation marks, as a string of JSON.
std::string line_word(const std::string& name, const std::string& value);

/// A line about a run, without its end: scenario, level, seed, the figures that are columns of sweep.csv as far as the
/// run has them, and the folder of its results.
std::string summary_line(const RunSummary& summary, const std::filesystem::path& folder);

}  // namespace tactus
