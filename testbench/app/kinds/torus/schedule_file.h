#pragma once

#include <cstddef>

#include "testbench/app/scenario/scenario_reading.h"
#include "tlm_models/traffic/rank_shape.h"

namespace tactus {

/// Reads the operations of the file that `workload.schedule` names into the workload, and matches their messages.
/// Whether there are such without faults.
bool read_schedule_file(ScenarioReading& reading);

/// Reads the operations of the file that job `job` of `workload.jobs` names into its program. The job has ranks of that
/// shape.
bool read_schedule_of_job(ScenarioReading& reading, std::size_t job, const RankShape& ranks);

}  // namespace tactus
