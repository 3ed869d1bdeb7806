#include "testbench/app/kinds/torus/job_rules.h"

#include <fmt/core.h>

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/kinds/torus/schedule_file.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/job_placement.h"

namespace tactus {
namespace {

bool find_nodes(ScenarioReading& reading) {
  Scenario& scenario = reading.scenario();
  bool good = true;
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
    const auto found = numbers_of(scenario.jobs[i].nodes, scenario.nodes());
    if (const auto* fault = std::get_if<std::string>(&found)) {
      reading.report("workload", {{fmt::format("jobs[{}].nodes", i), *fault}});
      good = false;
    } else {
      scenario.workload.jobs[i].nodes = std::get<std::vector<int>>(found);
    }
  }
  return good;
}

}  // namespace

bool prepare_jobs(ScenarioReading& reading) {
  if (reading.entry("workload.jobs") == nullptr || reading.is_bad("workload.jobs")) return false;
  if (!find_nodes(reading)) return false;
  Scenario& scenario = reading.scenario();
  std::vector<JobConfig>& jobs = scenario.workload.jobs;
  if (!job_placement_faults(scenario.workload, scenario.ranks()).empty()) return true;
  const std::vector<PlacedJob> placed = place_jobs(scenario.workload, scenario.ranks(), scenario.seed);
  bool good = true;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].program.clock = scenario.machine.clock;
    if (!policy(jobs[i].program.algorithm).schedule) continue;
    good = read_schedule_of_job(reading, i, placed[i]) && good;
  }
  return good;
}

}  // namespace tactus
