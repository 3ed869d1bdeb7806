#pragma once

#include <filesystem>

#include "testbench/app/results/run_summary.h"

namespace tactus {

/// Sequences and configuration of the run whose result.json is `result`, and whose last sequence has ended. Throws
/// std::runtime_error if there is no such run.
RunSummary ended_run(const std::filesystem::path& result);

}  // namespace tactus
