#pragma once

#include <string>

#include "testbench/app/run/level.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Least time that a run simulates, and the key that asks for it.
struct LeastTime {
  double seconds = 0;  ///< seconds of simulated time; 0 if nothing is known
  std::string key;

  /// The longer of two.
  void take(const char* of_key, double of_seconds) {
    if (of_seconds > seconds) *this = {of_seconds, of_key};
  }
};

/// A lower bound of the simulated time, as the kind of machine knows it (MachineKind::least_time).
LeastTime least_time(const Scenario& scenario);

/// Warning before a run whose packets take many minutes at the least, or that a property of the machine makes longer
/// than a simulated second; empty otherwise. Time in which nothing happens costs nothing, and the flow level has no
/// packets.
std::string long_run_warning(const Scenario& scenario, Level level);

}  // namespace tactus
