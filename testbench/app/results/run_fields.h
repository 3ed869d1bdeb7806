#pragma once

#include <string>
#include <vector>

#include "testbench/app/results/delay_fields.h"
#include "testbench/app/results/focus_fields.h"
#include "testbench/app/results/result_fields.h"
#include "testbench/app/results/run_summary.h"

namespace tactus {

ResultFields<RunSummary> declare(Struct<RunSummary>);
ResultFields<LatencySummary> declare(Struct<LatencySummary>);
ResultFields<GraphSize> declare(Struct<GraphSize>);
ResultFields<SequenceSummary> declare(Struct<SequenceSummary>);
ResultFields<JobSummary> declare(Struct<JobSummary>);
ResultFields<ClassSummary> declare(Struct<ClassSummary>);
ResultFields<LinkRetrySummary> declare(Struct<LinkRetrySummary>);
ResultFields<RetrySummary> declare(Struct<RetrySummary>);
ResultFields<NicTotals> declare(Struct<NicTotals>);
ResultFields<ControlTotals> declare(Struct<ControlTotals>);
ResultFields<SoftwareSummary> declare(Struct<SoftwareSummary>);
ResultFields<OpenLoopSummary> declare(Struct<OpenLoopSummary>);
ResultFields<LimitSummary> declare(Struct<LimitSummary>);
ResultFields<FlowSummary> declare(Struct<FlowSummary>);
ResultFields<CounterSummary> declare(Struct<CounterSummary>);
ResultFields<TraceSummary> declare(Struct<TraceSummary>);
ResultFields<HostUsage> declare(Struct<HostUsage>);
ResultFields<CopySummary> declare(Struct<CopySummary>);
ResultFields<RailsSummary> declare(Struct<RailsSummary>);
ResultFields<AttributionSummary> declare(Struct<AttributionSummary>);
ResultFields<SplitSum> declare(Struct<SplitSum>);
ResultFields<NamedPlace> declare(Struct<NamedPlace>);
ResultFields<OutputRecord> declare(Struct<OutputRecord>);
ResultFields<PathSummary> declare(Struct<PathSummary>);
ResultFields<FlowTotal> declare(Struct<FlowTotal>);
ResultFields<FlowAttributionSummary> declare(Struct<FlowAttributionSummary>);
ResultFields<FlowPathSummary> declare(Struct<FlowPathSummary>);
ResultFields<OperationPath> declare(Struct<OperationPath>);
ResultFields<OperationRanks> declare(Struct<OperationRanks>);

/// Figures of runs that have such a name, a `column` of sweep.csv or a `tile` of a report, in their order there.
std::vector<ResultFigure> result_figures(std::string ResultFigure::*name);
/// Figures of the class of messages `name` that are columns of sweep.csv.
std::vector<ResultFigure> class_figures(const std::string& name);
/// Value of a figure in `result`, a result.json; null if it has none.
nlohmann::ordered_json value_of(const ResultFigure& figure, const nlohmann::ordered_json& result);

/// The tables that explain the fields of result.json, and the table of the figures that are columns of sweep.csv.
std::string result_field_tables();
std::string sweep_column_table();

/// `text`, docs/reference/results.md or sweep.md, with these tables between its markers `<!-- fields: begin ... -->`
/// and
/// `<!-- fields: end -->`, `<!-- columns: begin ... -->` and `<!-- columns: end -->`.
std::string with_result_fields(const std::string& text);

}  // namespace tactus
