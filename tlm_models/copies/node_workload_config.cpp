#include "tlm_models/copies/node_workload_config.h"

#include "hw/common/config_faults.h"
#include "tlm_models/copies/node_workload.h"

namespace tactus {
namespace {

constexpr int kLargestMatrix = 1 << 15;

void check_processes(const NodeWorkloadConfig& config, int threads, ConfigFaults& faults) {
  const int processes = config.processes;
  faults.require(2 <= processes && processes <= threads, "processes", "{}: must be 2 to {}, one on each thread",
                 processes, threads);
}

}  // namespace

std::vector<ConfigFault> validate(const NodeWorkloadConfig& config, int threads) {
  ConfigFaults faults;
  check_processes(config, threads, faults);
  const NodeWorkloadPolicy& workload = policy(config.kind);
  if (workload.check_processes != nullptr) workload.check_processes(config, faults);
  faults.require(config.warm_up >= 0, "warm_up", "{}: must not be negative", config.warm_up);
  faults.require(config.repetitions >= 1, "repetitions", "{}: must be at least 1", config.repetitions);
  if (workload.message) faults.add("message", validate(config.message));
  faults.require(1 <= config.matrix && config.matrix <= kLargestMatrix, "matrix", "{}: must be 1 to {}", config.matrix,
                 kLargestMatrix);
  faults.require(0 <= config.instructions_per_flop && config.instructions_per_flop <= 1000, "instructions_per_flop",
                 "{}: must be 0 to 1000", config.instructions_per_flop);
  return faults.take();
}

}  // namespace tactus
