#pragma once

#include <string>

#include "testbench/app/run/level.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Least time that a run simulates, and the key that asks for it.
struct LeastTime {
  double seconds = 0;  ///< seconds of simulated time; 0 if nothing is known
  std::string key;
};

/// A lower bound: what the busiest rank's calls, reads from memory and computing take one after the other, or the
/// measurement of an open loop. `run.max_time` cuts it. Of a machine with pins or packets.
LeastTime least_time(const Scenario& scenario);

/// Warning before a run whose packets take many minutes at the least, or that a property of the machine makes longer
/// than a simulated second; empty otherwise. Time in which nothing happens costs nothing, and the flow level has no
/// packets.
std::string long_run_warning(const Scenario& scenario, Level level);

}  // namespace tactus
