#include "testbench/app/scenario/effect.h"

#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/settle.h"

namespace tactus {

Effect only_with_ranks() {
  return {"workload.algorithm", [](const Scenario& scenario) { return !is_open_loop(scenario.workload.algorithm); },
          "a workload.algorithm in which ranks run programs, as a2at"};
}

void check_effects(const ScenarioSource& source, const ScenarioSource& context, DiagnosticList& diagnostics) {
  const Scenario& scenario = context.scenario;
  const MachineKind machine = machine_kind(scenario);
  for (const auto& [number, entry] : source.entries.list()) {
    const KeySpec& key = scenario_keys()[static_cast<std::size_t>(number)];
    // Keys of other machines and algorithms have been named as such.
    if (!key.belongs_to(machine) || !key.belongs_to(scenario.workload.algorithm)) continue;
    if (context.bad.count(key.path) > 0) continue;
    for (const Effect& effect : key.effects) {
      if (context.bad.count(effect.decider) > 0 || effect.exists(scenario)) continue;
      const KeySpec& decider = scenario_keys()[static_cast<std::size_t>(find_key(effect.decider))];
      diagnostics.add(entry.key_place, fmt::format("{} has no effect: {} is {}. Use {}, or leave {} out", key.path,
                                                   decider.path, decider.show(scenario), effect.needs, key.path));
      break;
    }
  }
}

}  // namespace tactus
