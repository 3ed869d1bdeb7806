#pragma once

#include "testbench/app/results/result_fields.h"
#include "testbench/app/results/run_summary.h"

namespace tactus {

/// Utilisation of the links of each direction, or in a graph of each group.
ResultField<RunSummary> direction_utilisation();
/// The line of a summary for people that tells it.
void tell_links(const RunSummary& run, SummaryLines& lines);

}  // namespace tactus
