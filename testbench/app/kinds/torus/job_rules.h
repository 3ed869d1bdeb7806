#pragma once

#include "testbench/app/scenario/scenario_reading.h"

namespace tactus {

/// Gives the jobs of `workload.jobs` what they need besides their keys: the numbers of their nodes, and the operations
/// of the files that they name. Whether nothing has been found to be wrong with these; other faults of the jobs are
/// found by `validate`.
bool prepare_jobs(ScenarioReading& reading);

}  // namespace tactus
