#include "testbench/app/run/run_estimate.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "testbench/app/results/progress.h"
#include "testbench/app/results/text_summary.h"
#include "testbench/app/results/time_text.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/start_offset.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

/// Packets per second that no level reaches: the packet level has measured a million hops.
constexpr double kPacketsPerSecond = 2e6;
constexpr double kLongSeconds = 600;
/// Simulated seconds that no machine's own latencies and rates add up to, unless one of them is a slip of the pen.
constexpr double kStrangeSeconds = 1;

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
  return static_cast<double>(cycles.count()) * scenario.machine.clock.picoseconds() * 1e-12;
}

/// All-to-all exchanges have messages within a node, one copy after the other.
void take_copies(const Scenario& scenario, Longest& longest) {
  const WorkloadConfig& workload = scenario.workload;
  const bool everybody = has_sequences(policy(workload.algorithm));
  if (!everybody || scenario.node.copies != CopiesKind::kRate) return;
  const double copies = workload.ranks_per_node - 1;
  longest.take("node.copy_latency", copies * seconds(workload.copy.latency));
  const auto bytes = static_cast<double>(workload.message_size.count());
  longest.take("node.copy_rate", copies * bytes / static_cast<double>(workload.copy.rate.count()));
}

void take_rails(const RailsSettings& rails, Longest& longest) {
  const double messages = 1.0 + rails.messages;  // the first one registers the buffers
  longest.take("rails.cable_latency", 2 * messages * seconds(rails.cable.latency));
  longest.take("rdma.post_time", messages * seconds(rails.rdma.post_time));
  longest.take("rdma.handle_time", messages * seconds(rails.rdma.handle_time));
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
    longest.take("memory.bandwidth", bytes_each / static_cast<double>(machine.memory_bandwidth().count()));
    longest.take("nic.dma_rate", bytes_each / machine.nics() / static_cast<double>(machine.dma_rate().count()));
    // Each engine has so many reads under way at a time, and the last packet is written as well.
    const double packets_each = std::ceil(bytes_each / static_cast<double>(machine.max_payload().count()));
    const double rounds = std::ceil(packets_each / (machine.nics() * machine.nic.outstanding_reads));
    const double accesses = bytes > 0 ? rounds + 1 : 0;
    longest.take("memory.latency", accesses * seconds(machine.memory.latency));
  }
  take_copies(scenario, longest);
  longest.take("workload.combine_time", in_seconds(scenario, workload.combine_time));
  Cycles late;
  for (int processor = 0; processor < ranks && workload.imbalance > Cycles{0}; ++processor) {
    late = std::max(late, start_offset(workload.imbalance, scenario.seed, processor));
  }
  longest.take("workload.imbalance", in_seconds(scenario, late));
  for (const ReplayMessage& message : workload.messages) {
    longest.take("workload.messages", in_seconds(scenario, message.delay));
  }
}

/// What the sources of an open loop send before the end of the measurement, 0 if there is none.
double open_loop_packets(const Scenario& scenario) {
  const WorkloadConfig& workload = scenario.workload;
  if (scenario.network.kind != NetworkKind::kTorus || !is_open_loop(workload.algorithm)) return 0;
  double cycles = static_cast<double>((workload.warmup + workload.measure).count());
  if (scenario.run.max_time) {
    cycles = std::min(cycles, static_cast<double>(scenario.machine.clock.covering(*scenario.run.max_time).count()));
  }
  return scenario.machine.network.nodes() * workload.load * cycles / packet_flits(workload.packet_size);
}

/// A property of the machine, not a length of time that somebody wants to see simulated.
bool is_of_machine(const std::string& key) { return key.rfind("workload.", 0) != 0; }

}  // namespace

LeastTime least_time(const Scenario& scenario) {
  Longest longest;
  if (scenario.network.kind == NetworkKind::kRails) take_rails(scenario.rails, longest);
  if (scenario.network.kind != NetworkKind::kTorus) return longest.found();
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
