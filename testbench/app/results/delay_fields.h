#pragma once

#include "testbench/app/results/result_fields.h"
#include "testbench/app/results/run_summary.h"

namespace tactus {

ResultFields<RankDelay> declare(Struct<RankDelay>);
ResultFields<NoiseSummary> declare(Struct<NoiseSummary>);
ResultFields<LateStartSummary> declare(Struct<LateStartSummary>);

/// Lines of a summary for people; none if nothing disturbed the run.
void tell_noise(const RunSummary& run, SummaryLines& lines);
void tell_late_starts(const RunSummary& run, SummaryLines& lines);

}  // namespace tactus
