#pragma once

#include <string>
#include <vector>

#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Shows the schedule of phases of `scenario`, whose pacing mode has one, and its cost: a line for each group of
/// messages, then the sum of the periods, the end by the schedule and how far the counters drift apart.
std::string phase_text(const Scenario& scenario);
/// The groups as the rows of a table, the names of the columns first. Times are in cycles.
std::vector<std::vector<std::string>> phase_rows(const Scenario& scenario);

/// Why an exchange by phases takes long, told before it runs: periods that are longer in all than the load of the
/// links by more than a twentieth, or counters that may drift apart by more than the schedule stands. Empty if neither
/// is so, and without phases.
std::string phase_warning(const Scenario& scenario);

}  // namespace tactus
