#include "testbench/app/run/run_estimate.h"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/results/progress.h"
#include "testbench/app/results/text_summary.h"
#include "testbench/app/results/time_text.h"
#include "tlm_models/traffic/start_offset.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

/// Simulated cycles per second of a machine in which nothing moves, which is looked at every 64 cycles all the same:
/// measured at cycle level.
constexpr double kIdleCyclesPerSecond = 1.5e8;
constexpr double kLongSeconds = 600;

/// The longest of several times.
class Longest {
 public:
  void take(const char* key, double seconds) {
    if (seconds > found_.seconds) found_ = {seconds, key};
  }
  [[nodiscard]] LeastTime found() const { return found_; }

 private:
  LeastTime found_;
};

double in_seconds(const Scenario& scenario, Cycles cycles) {
  return static_cast<double>(cycles.count()) * seconds(scenario.machine.clock);
}

void take_programs(const Scenario& scenario, Longest& longest) {
  const WorkloadConfig& workload = scenario.workload;
  const int ranks = scenario.ranks().ranks();
  const auto programs = Workload::make(workload, scenario.nodes(), scenario.seed, scenario.machine.nics());
  const double messages_each = static_cast<double>(programs->messages()) / ranks;  // of the busiest rank at the least
  const double call = in_seconds(scenario, workload.call_overhead + workload.return_overhead);
  longest.take(
      workload.call_overhead < workload.return_overhead ? "processor.return_overhead" : "processor.call_overhead",
      std::max(1.0, 2 * messages_each) * call);
  if (workload.ranks_per_node == 1 && scenario.node.kind == NodeKind::kPlain) {
    const auto bytes = static_cast<double>(programs->bytes().count());
    const double bytes_each = bytes / std::min(static_cast<double>(ranks), static_cast<double>(programs->messages()));
    const MachineConfig& machine = scenario.machine;
    longest.take("memory.bandwidth", bytes_each / static_cast<double>(machine.memory.bandwidth.count()));
    longest.take("nic.dma_rate", bytes_each / machine.nics() / static_cast<double>(machine.nic.dma_rate.count()));
    longest.take("memory.latency", seconds(machine.memory.latency));
  }
  if (workload.algorithm == Algorithm::kButterfly) {
    longest.take("workload.combine_time", in_seconds(scenario, workload.combine_time));
  }
  Cycles late;
  for (int processor = 0; processor < ranks && workload.imbalance > Cycles{0}; ++processor) {
    late = std::max(late, start_offset(workload.imbalance, scenario.seed, processor));
  }
  longest.take("workload.imbalance", in_seconds(scenario, late));
  for (const ReplayMessage& message : workload.messages) {
    longest.take("workload.messages", in_seconds(scenario, message.delay));
  }
}

}  // namespace

LeastTime least_time(const Scenario& scenario) {
  Longest longest;
  if (scenario.network.kind != NetworkKind::kTorus) return {};
  longest.take("link.cable_delay", in_seconds(scenario, scenario.machine.longest_link_delay()));
  if (is_open_loop(scenario.workload.algorithm)) {
    longest.take("workload.measure", in_seconds(scenario, scenario.workload.warmup + scenario.workload.measure));
  } else {
    take_programs(scenario, longest);
  }
  LeastTime least = longest.found();
  if (scenario.run.max_time) least.seconds = std::min(least.seconds, seconds(*scenario.run.max_time));
  return least;
}

std::string long_run_warning(const Scenario& scenario, Level level) {
  if (level == Level::kFlow) return {};
  const LeastTime least = least_time(scenario);
  const double host_seconds = least.seconds / seconds(scenario.machine.clock) / kIdleCyclesPerSecond;
  if (host_seconds < kLongSeconds) return {};
  return fmt::format(
      "this run simulates {} at the least ({}), which takes about {} even while nothing moves; run.max_time ends it "
      "earlier, and the flow level passes over such times",
      duration_text(least.seconds), least.key, remaining_text(host_seconds));
}

}  // namespace tactus
