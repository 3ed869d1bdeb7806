#include <vector>

#include "testbench/app/kinds/torus/group_check.h"
#include "testbench/app/scenario/scenario.h"
#include "testbench/tests/fuzz/random_parts.h"
#include "tlm_models/traffic/job_placement.h"

namespace tactus {

bool has_groups_taken(const Scenario& scenario) {
  const auto taken = [&](const Schedule* schedule, const std::vector<int>& ranks) {
    return schedule == nullptr || group_faults(*schedule, ranks, scenario.rank_map(), scenario.machine, 1).empty();
  };
  const std::vector<JobConfig>& jobs = scenario.workload.jobs;
  if (jobs.empty()) return taken(scenario.workload.schedule.get(), {});
  const std::vector<PlacedJob> placed = place_jobs(jobs, scenario.ranks(), scenario.seed);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!taken(jobs[i].program.schedule.get(), placed[i].processors)) return false;
  }
  return true;
}

}  // namespace tactus
