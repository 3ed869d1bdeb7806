#include "testbench/app/run/machine_kind.h"

namespace tactus {

const char* to_string(Level level) {
  switch (level) {
    case Level::kCycle:
      return "cycle";
    case Level::kPacket:
      return "packet";
    case Level::kFlow:
      return "flow";
  }
  return "";
}

Level default_level(const Scenario& scenario) { return machine_kind(scenario).default_level(); }

std::vector<KeyFault> level_faults(Level level, const Scenario& scenario) {
  return machine_kind(scenario).level_faults(level, scenario);
}

}  // namespace tactus
