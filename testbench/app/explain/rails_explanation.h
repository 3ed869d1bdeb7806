#pragma once

#include <string>

#include "testbench/app/results/run_summary.h"

namespace tactus {

/// Why messages over rails have the bandwidth that they have, in a page of text: by size, what the slowest rail waited
/// for. `run` has rails, and at least one size.
std::string rails_explanation_text(const RunSummary& run);

/// Time of a message of the largest size and the small answer to it, s; its size for people.
double largest_message_seconds(const RailsSummary& rails);
std::string largest_size_text(const RailsSummary& rails);

}  // namespace tactus
