#pragma once

#include "testbench/app/scenario/scenario_reading.h"

namespace tactus {

/// Reads the operations of the file that `workload.schedule` names into the workload, and matches their messages.
/// Whether there are such without faults.
bool read_schedule_file(ScenarioReading& reading);

}  // namespace tactus
