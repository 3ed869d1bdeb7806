#pragma once

#include <string>
#include <vector>

#include "testbench/app/explain/explanation.h"
#include "testbench/app/results/run_summary.h"

namespace tactus {

/// A suggestion that has been run.
struct Trial {
  Suggestion suggestion;
  double seconds = 0;  ///< `compared_seconds` of its run
};

/// Time by which runs are compared: that of a message of the largest size over rails, else that of the run.
double compared_seconds(const RunSummary& run);

/// Name of a suggestion on the page.
std::string name_of(const Suggestion& suggestion);

/// The lines about `trials`, beside `run`, the run without any of them; in their order. Those that change nothing stand
/// together. Empty without trials.
std::string trials_text(const std::vector<Trial>& trials, const RunSummary& run);

}  // namespace tactus
