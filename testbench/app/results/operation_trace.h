#pragma once

#include <functional>
#include <string>

#include "hw/common/clock.h"
#include "testbench/app/results/operation_times.h"
#include "testbench/app/scenario/run_config.h"
#include "tlm_models/traffic/rank_map.h"

namespace tactus {

/// Takes the text of one event of trace.json.
using TraceSink = std::function<void(const std::string&)>;

/// Tells `sink` the operations of a run that ended in cycle `end`, as events of trace.json: the first
/// `trace.max_operations`, as in operations.csv, that are in the trace's window at some time. Computing and waits are
/// slices on a track for each processor of a rank. Sends and receives are asynchronous slices, because a rank may have
/// many of them at a time. An operation that has not ended ends with the run. Ranks are those of their jobs. Reference:
/// docs/reference/results.md.
void trace_operations(const OperationTables& tables, const RankMap& map, const Clock& clock, const TraceConfig& trace,
                      Cycles end, const TraceSink& sink);

}  // namespace tactus
