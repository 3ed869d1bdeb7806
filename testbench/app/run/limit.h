#pragma once

#include <optional>
#include <string>

#include "testbench/app/results/engine_loads.h"
#include "testbench/app/results/run_summary.h"
#include "testbench/app/run/execution.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Limit of a run that ended at `end`, if that is no part of the network: the memory of a node, a DMA engine, copies
/// within a node or the software of a rank, busy for at least half of the run and for longer than any link and any port
/// of a NIC. Nothing otherwise. `loads` are empty at a level without packets.
std::optional<LimitSummary> find_limit(const Scenario& scenario, const Execution& execution, const EngineLoads& loads,
                                       Picoseconds end);

}  // namespace tactus
