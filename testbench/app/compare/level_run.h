#pragma once

#include "testbench/app/compare/history_recorder.h"
#include "testbench/app/compare/run_history.h"
#include "testbench/app/run/fabric_factory.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Runs `scenario` at `level` in a process of its own, writing no file. The caller must not have elaborated anything.
/// Violations are part of the answer. Throws ChildFailure if the process came to grief.
RunHistory run_level(const Scenario& scenario, Level level, const FabricOptions& fabric = {},
                     HistoryDepth depth = HistoryDepth::kPackets);

}  // namespace tactus
