#include <fmt/core.h>

#include <memory>
#include <string>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/jobs_workload.h"

namespace tactus {
namespace {

void check_names(const std::vector<JobConfig>& jobs, ConfigFaults& faults) {
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::string& name = jobs[i].name;
    const std::string field = fmt::format("jobs[{}].name", i);
    constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    faults.require(!name.empty() && name.find_first_not_of(kLetters) == std::string::npos, field,
                   "'{}': a name has letters, digits, _, - and .", name);
    for (std::size_t j = 0; j < i; ++j) {
      faults.require(name.empty() || name != jobs[j].name, field, "'{}' is the name of job {} too", name, j);
    }
  }
}

/// The program of job `index`, which sees ranks of that shape.
void check_program(const JobConfig& job, std::size_t index, const RankShape& shape, const MachineConfig& machine,
                   ConfigFaults& faults) {
  const std::string member = fmt::format("jobs[{}]", index);
  const bool alone = shape.ranks() < 2 && !policy(job.program.algorithm).schedule;
  faults.require(!alone, member + ".algorithm", "{} needs at least 2 ranks, and the job has {}",
                 job.program.algorithm.name(), shape.ranks());
  if (alone) return;
  MachineConfig seen = machine;
  seen.nic.count = machine.nics();
  seen.network = shape.nodes;
  faults.add(member, validate(program_of(job, shape), seen));
}

void check(const WorkloadConfig& config, const MachineConfig& machine, ConfigFaults& faults) {
  faults.require(!config.jobs.empty(), "jobs", "no jobs to run");
  check_names(config.jobs, faults);
  bool known = true;
  for (std::size_t i = 0; i < config.jobs.size(); ++i) {
    const std::string why = why_no_job(policy(config.jobs[i].program.algorithm));
    faults.require(why.empty(), fmt::format("jobs[{}].algorithm", i), "{}: {}", config.jobs[i].program.algorithm.name(),
                   why);
    known = known && why.empty();
  }
  const RankShape ranks = ranks_of(config, machine);
  const std::vector<ConfigFault> places = job_placement_faults(config, ranks);
  for (const ConfigFault& fault : places) faults.require(false, "jobs" + fault.field, "{}", fault.message);
  if (!known || !places.empty()) return;
  const std::vector<RankShape> shapes = job_shapes(config, ranks);
  for (std::size_t i = 0; i < shapes.size(); ++i) check_program(config.jobs[i], i, shapes[i], machine, faults);
}

AlgorithmPolicy jobs() {
  AlgorithmPolicy policy;
  policy.name = "jobs";
  policy.summary = "Several programs side by side, each on ranks of its own.";
  policy.make = [](const WorkloadConfig& config, const RankShape& shape,
                   std::uint64_t seed) -> std::unique_ptr<Workload> { return JobsWorkload::make(config, shape, seed); };
  policy.early_messages = [](const WorkloadConfig& config, const RankShape& shape) {
    return early_of_jobs(config, shape);
  };
  policy.check = check;
  policy.jobs = policy.leaves_out = true;
  return policy;
}

const Registered<AlgorithmKind> kJobs{jobs()};

}  // namespace
}  // namespace tactus
