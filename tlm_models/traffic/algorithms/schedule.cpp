#include <memory>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/schedule_workload.h"

namespace tactus {
namespace {

void check(const WorkloadConfig& config, const MachineConfig& machine, ConfigFaults& faults) {
  faults.require(config.schedule != nullptr, "schedule", "no operations to execute");
  if (config.schedule == nullptr) return;
  const int ranks = ranks_of(config, machine).ranks();
  faults.require(config.schedule->ranks() <= ranks, "schedule", "{} ranks, and the machine has {}",
                 config.schedule->ranks(), ranks);
}

AlgorithmPolicy schedule() {
  AlgorithmPolicy policy;
  policy.name = "schedule";
  policy.summary = "Operations of an application or a trace.";
  policy.make = [](const WorkloadConfig& config, const RankShape&, std::uint64_t) -> std::unique_ptr<Workload> {
    return std::make_unique<ScheduleWorkload>(config.schedule, config.clock);
  };
  policy.early_messages = [](const WorkloadConfig& config, const RankShape& shape) {
    return early_of_schedule(*config.schedule, config, shape);
  };
  policy.check = check;
  policy.no_exchange = [](const WorkloadConfig& config, const RankShape&) -> std::string {
    return config.schedule == nullptr ? "" : config.schedule->why_no_exchange();
  };
  policy.schedule = true;
  return policy;
}

const Registered<AlgorithmKind> kSchedule{schedule()};

}  // namespace
}  // namespace tactus
