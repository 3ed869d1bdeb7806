#include <vector>

#include "hw/router/class_routes.h"
#include "testbench/app/kinds/torus/group_check.h"
#include "testbench/app/scenario/scenario.h"
#include "testbench/tests/fuzz/random_parts.h"
#include "tlm_models/traffic/job_placement.h"

namespace tactus {

bool has_groups_taken(const Scenario& scenario) {
  const MachineConfig& all = scenario.machine;
  const auto taken = [&](const WorkloadConfig& program, const std::vector<int>& ranks) {
    if (program.schedule == nullptr) return true;
    const MachineConfig machine = all.router.has_classes() ? machine_of_class(all, program.class_number) : all;
    return group_faults(*program.schedule, ranks, scenario.rank_map(), machine, 1).empty();
  };
  const std::vector<JobConfig>& jobs = scenario.workload.jobs;
  if (jobs.empty()) return taken(scenario.workload, {});
  const std::vector<PlacedJob> placed = place_jobs(scenario.workload, scenario.ranks(), scenario.seed);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!taken(jobs[i].program, placed[i].processors)) return false;
  }
  return true;
}

}  // namespace tactus
