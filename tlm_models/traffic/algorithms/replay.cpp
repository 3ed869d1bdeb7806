#include <memory>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/message_list.h"
#include "tlm_models/traffic/replay_check.h"
#include "tlm_models/traffic/schedule_workload.h"

namespace tactus {
namespace {

void check(const WorkloadConfig& config, const MachineConfig& machine, ConfigFaults& faults) {
  faults.require(!config.messages.empty(), "messages", "no message to replay");
  faults.add(replay_faults(config.messages, ranks_of(config, machine), max_message(machine)));
}

AlgorithmPolicy replay() {
  AlgorithmPolicy policy;
  policy.name = "replay";
  policy.summary = "The messages of a file, in its order.";
  policy.make = [](const WorkloadConfig& config, const RankShape& shape, std::uint64_t) -> std::unique_ptr<Workload> {
    return std::make_unique<ScheduleWorkload>(schedule_of(config.messages, shape, config.clock), config.clock);
  };
  policy.early_messages = [](const WorkloadConfig& config, const RankShape& shape) {
    return early_of_schedule(*schedule_of(config.messages, shape, config.clock), config, shape);
  };
  policy.check = check;
  policy.message_list = true;
  policy.no_exchange = [](const WorkloadConfig&, const RankShape&) -> std::string {
    return "those of a file of messages say of none that it is";
  };
  return policy;
}

const Registered<AlgorithmKind> kReplay{replay()};

}  // namespace
}  // namespace tactus
