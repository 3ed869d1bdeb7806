#pragma once

#include "testbench/app/scenario/scenario_reading.h"

namespace tactus {

/// Reads the file that `router.table` names into the machine, which has no faults and a routing that reads a table.
/// Whether there is such a table without faults of its lines.
bool read_table_file(ScenarioReading& reading);

/// Tells, at their lines, faults of the routes that the table of the machine gives: packets that do not arrive, or
/// packets that can wait for each other in a circle.
void check_table_routes(ScenarioReading& reading);

}  // namespace tactus
