#pragma once

#include <string>

#include "testbench/app/results/run_summary.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Warning about an open-loop run whose measured window has some of the warm-up in it: by how much that shifts the
/// result, and which key to set to what. Empty for all other runs. Rule: docs/reference/open_loop.md.
std::string warmup_warning(const RunSummary& summary, const WorkloadConfig& workload);

}  // namespace tactus
