#include "testbench/app/scenario/scenario.h"

#include <algorithm>

#include "tlm_models/traffic/algorithm.h"

namespace tactus {

bool Scenario::has_local_messages() const {
  const auto of_file = [](const WorkloadConfig& program) {
    return policy(program.algorithm).message_list || policy(program.algorithm).schedule;
  };
  return workload.ranks_per_node > 1 || of_file(workload) ||
         std::any_of(workload.jobs.begin(), workload.jobs.end(),
                     [&](const JobConfig& job) { return of_file(job.program); });
}

Diagnostic Scenario::diagnose(const KeyFault& fault) const {
  const auto found = places.find(fault.key);
  Diagnostic diagnostic = found == places.end() ? Diagnostic{path, 0, 0, {}, {}} : found->second;
  diagnostic.message = fault.key + ": " + fault.message;
  return diagnostic;
}

}  // namespace tactus
