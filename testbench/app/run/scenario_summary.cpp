#include "testbench/app/run/scenario_summary.h"

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

void describe_scenario(const Scenario& scenario, Level level, RunSummary& summary) {
  summary.scenario = scenario.name;
  summary.level = to_string(level);
  summary.seed = scenario.seed;
  summary.versions = tool_versions();
  for (const auto& [name, value] : scenario.parameters) summary.parameters[name] = value;
  for (const auto& [key, value] : resolved_configuration(scenario)) summary.configuration[key] = value;
}

}  // namespace tactus
