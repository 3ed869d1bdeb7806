#include "tlm_models/copies/copy_ping_pong.h"

#include <stdexcept>

#include "hw/common/config_faults.h"
#include "tlm_models/copies/node_run.h"
#include "tlm_models/copies/node_workloads/node_ping_pong.h"

namespace tactus {
namespace {

std::vector<ConfigFault> validate_threads(const CopyPingPongConfig& config) {
  ConfigFaults faults;
  for (const int thread : config.threads) {
    faults.require(0 <= thread && thread < config.node.threads(), "threads", "{}: the node has 0 to {}", thread,
                   config.node.threads() - 1);
  }
  faults.require(config.threads[0] != config.threads[1], "threads", "both processes on thread {}", config.threads[0]);
  return faults.take();
}

}  // namespace

std::vector<ConfigFault> validate(const CopyPingPongConfig& config) {
  ConfigFaults faults;
  faults.add("node", validate(config.node));
  faults.add("copy", validate(config.copy));
  faults.add("message", validate(config.message));
  faults.add(validate_threads(config));
  faults.require(config.warm_up >= 0, "warm_up", "{}: must not be negative", config.warm_up);
  faults.require(config.round_trips >= 1, "round_trips", "{}: must be at least 1", config.round_trips);
  return faults.take();
}

CopyPingPongResult run_copy_ping_pong(const CopyPingPongConfig& config, CopyObserver* observer) {
  NodeWorkloadConfig workload;
  workload.message = config.message;
  workload.send_offset = config.send_offset;
  workload.receive_offset = config.receive_offset;
  workload.warm_up = config.warm_up;
  workload.repetitions = config.round_trips;
  const NodePingPong ping_pong(workload);
  NodeRun run(config.node, config.copy, ping_pong, {config.threads[0], config.threads[1]}, observer);
  run.run();
  if (!run.finished()) throw std::logic_error("a copy protocol waits for what never happens");
  CopyPingPongResult result;
  Picoseconds time = run.end_of(0);
  time -= run.begin_of(0);
  result.latency = Picoseconds{time.count() / (2 * static_cast<std::uint64_t>(config.round_trips))};
  result.counts = {run.counts(0), run.counts(1)};
  return result;
}

}  // namespace tactus
