#include "testbench/app/run/run_estimate.h"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/results/progress.h"
#include "testbench/app/results/text_summary.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/machine_kind.h"

namespace tactus {
namespace {

/// Packets per second that no level reaches: the packet level has measured a million hops.
constexpr double kPacketsPerSecond = 2e6;
constexpr double kLongSeconds = 600;
/// Simulated seconds that no machine's own latencies and rates add up to, unless one of them is a slip of the pen.
constexpr double kStrangeSeconds = 1;

/// What the sources of an open loop send before the end of the measurement, 0 if there is none.
double open_loop_packets(const Scenario& scenario) {
  const WorkloadConfig& workload = scenario.workload;
  if (!is_open_loop(workload.algorithm)) return 0;
  double cycles = static_cast<double>((workload.warmup + workload.measure).count());
  if (scenario.run.max_time) {
    cycles = std::min(cycles, static_cast<double>(scenario.machine.clock.covering(*scenario.run.max_time).count()));
  }
  return scenario.machine.network.hosts() * workload.load * cycles / packet_flits(workload.packet_size);
}

/// A property of the machine, not a length of time that somebody wants to see simulated.
bool is_of_machine(const std::string& key) { return key.rfind("workload.", 0) != 0; }

}  // namespace

LeastTime least_time(const Scenario& scenario) { return machine_kind(scenario).least_time(scenario); }

std::string long_run_warning(const Scenario& scenario, Level level) {
  if (level == Level::kFlow) return {};
  const double packets = open_loop_packets(scenario);
  if (packets / kPacketsPerSecond >= kLongSeconds) {
    return fmt::format(
        "this run sends about {:.2g} packets (workload.load, workload.measure), which takes {} at the least; "
        "run.max_time ends it earlier",
        packets, remaining_text(packets / kPacketsPerSecond));
  }
  const LeastTime least = least_time(scenario);
  if (least.seconds < kStrangeSeconds || !is_of_machine(least.key)) return {};
  return fmt::format("this run simulates {} at the least ({}); run.max_time ends it earlier",
                     duration_text(least.seconds), least.key);
}

}  // namespace tactus
