#pragma once

#include <string>
#include <vector>

#include "testbench/app/results/result_fields.h"
#include "testbench/app/results/run_summary.h"

namespace tactus {

template <>
const ResultFields<RunSummary>& fields_of();
template <>
const ResultFields<LatencySummary>& fields_of();
template <>
const ResultFields<SequenceSummary>& fields_of();
template <>
const ResultFields<NicTotals>& fields_of();
template <>
const ResultFields<ControlTotals>& fields_of();
template <>
const ResultFields<OpenLoopSummary>& fields_of();
template <>
const ResultFields<LimitSummary>& fields_of();
template <>
const ResultFields<FlowSummary>& fields_of();
template <>
const ResultFields<NoiseSummary>& fields_of();
template <>
const ResultFields<TraceSummary>& fields_of();
template <>
const ResultFields<HostUsage>& fields_of();
template <>
const ResultFields<CopySummary>& fields_of();
template <>
const ResultFields<RailsSummary>& fields_of();
template <>
const ResultFields<AttributionSummary>& fields_of();
template <>
const ResultFields<PathSummary>& fields_of();
template <>
const ResultFields<FlowAttributionSummary>& fields_of();
template <>
const ResultFields<FlowPathSummary>& fields_of();

/// Figures of runs, in the order of their columns in sweep.csv.
std::vector<ResultFigure> result_figures();
/// Value of a figure in `result`, a result.json; null if it has none.
nlohmann::ordered_json value_of(const ResultFigure& figure, const nlohmann::ordered_json& result);

}  // namespace tactus
