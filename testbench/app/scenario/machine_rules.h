#pragma once

#include <vector>

#include "hw/common/policy.h"
#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

class ScenarioReading;

/// Registration of a kind of machine (`network.kind`) for reading, in testbench/app/kinds/<kind>/<kind>_rules.cpp: the
/// keys that it brings, and the checks that no key can do alone. How it runs is registered as a MachineKind.
struct MachineRules : Policy {
  std::vector<KeySpec> (*keys)() = nullptr;
  /// Tells `reading` all that is wrong with the scenario, whose keys have been read, and reads the files that it names.
  void (*check)(ScenarioReading& reading) = nullptr;
};

}  // namespace tactus
