#include "testbench/app/run/scenario_summary.h"

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

void describe_scenario(const Scenario& scenario, Level level, RunSummary& summary) {
  summary.scenario = scenario.name;
  summary.level = to_string(level);
  summary.seed = scenario.seed;
  summary.versions = tool_versions();
  summary.parameters.assign(scenario.parameters.begin(), scenario.parameters.end());
  summary.configuration = resolved_configuration(scenario);
}

}  // namespace tactus
