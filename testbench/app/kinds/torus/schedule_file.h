#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/app/scenario/scenario_reading.h"
#include "tlm_models/traffic/job_placement.h"

namespace tactus {

/// Reads the operations of the file that `workload.schedule` names into the workload, and matches their messages.
/// Whether there are such without faults.
bool read_schedule_file(ScenarioReading& reading);

/// Reads the operations of the file that job `job` of `workload.jobs` names into its program. `placed` says where the
/// job runs.
bool read_schedule_of_job(ScenarioReading& reading, std::size_t job, const PlacedJob& placed);

/// Operations that a file has by a label.
struct LabelledOperations {
  std::vector<std::uint32_t> numbers;  ///< numbers of the operations of the label
  std::vector<std::string> others;     ///< if there is none: labels of the rank, of which no more than 4,096 are kept
};

/// Reads the file of the schedule of `scenario`, or of its job `job`, which has been read without a fault, for the
/// operations of `rank` that have the label there. Schedules keep none.
LabelledOperations operations_labelled(const Scenario& scenario, std::optional<std::size_t> job, int rank,
                                       std::string_view label);

}  // namespace tactus
