#include "testbench/app/run/flow_simulation.h"

#include <fmt/core.h>

#include "hw/common/reports.h"
#include "testbench/app/results/progress.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/model_violation.h"
#include "testbench/app/run/scenario_summary.h"
#include "tlm_models/flow/maxmin_solver.h"
#include "tlm_models/flow/mfs_solver.h"
#include "tlm_models/traffic/start_offset.h"

namespace tactus {
namespace {

std::unique_ptr<FlowSolver> make_solver(const FlowConfig& flow, const FlowTopology& topology) {
  switch (flow.solver) {
    case FlowSolverKind::kMaxMin:
      return std::make_unique<MaxMinSolver>(topology);
    case FlowSolverKind::kMfsN:
      return std::make_unique<MfsSolver>(topology, MfsConfig{MfsMode::kFull, flow.threshold});
    case FlowSolverKind::kMfsF:
      return std::make_unique<MfsSolver>(topology, MfsConfig{MfsMode::kOnePass, flow.threshold});
  }
  return nullptr;
}

FlowRanksConfig ranks_config(const Scenario& scenario) {
  const MachineConfig& machine = scenario.machine;
  FlowRanksConfig config;
  config.clock = machine.clock;
  config.ranks = scenario.ranks();
  config.call_overhead = scenario.workload.call_overhead;
  config.pacing = scenario.pacing;
  config.sequence_bias = scenario.workload.sequence_bias;
  config.max_payload = machine.max_payload();
  config.link_rate = bytes_per_picosecond(topology_of(scenario.flow, machine).link_bandwidth);
  config.engine_limit = engine_limit(scenario.flow, machine);
  config.signed_ties = machine.router.tie_break == TieBreak::kSigned;
  return config;
}

/// With hops only if they are those of this network.
std::vector<SequenceInfo> known_sequences(const Scenario& scenario, const Workload& workload) {
  std::vector<SequenceInfo> sequences = workload.sequences();
  if (scenario.flow.topology == FlowTopologyKind::kTorus) return sequences;
  for (SequenceInfo& sequence : sequences) sequence.hops = 0;
  return sequences;
}

FlowLinks network_links(const Scenario& scenario, const FlowTopology& topology) {
  const FlowPortConfig port = topology_of(scenario.flow, scenario.machine).port;
  const int each_way = topology.nodes() * port.ports;
  const int ways = (port.injection_bandwidth.count() > 0 ? 1 : 0) + (port.ejection_bandwidth.count() > 0 ? 1 : 0);
  return {&topology, topology.links() - ways * each_way};
}

}  // namespace

FlowSimulation::FlowSimulation(const Scenario& scenario, std::FILE* progress)
    : scenario_(scenario),
      progress_(progress),
      topology_(make_flow_topology(topology_of(scenario.flow, scenario.machine))),
      solver_(make_solver(scenario.flow, *topology_)),
      network_(*topology_, solver_, timing_of(scenario.flow, scenario.machine)),
      links_(network_links(scenario, *topology_)),
      workload_(Workload::make(scenario.workload, scenario.ranks(), scenario.seed)),
      recorder_(links_, scenario.machine.clock, scenario.machine.max_payload(), known_sequences(scenario, *workload_)),
      observers_({&recorder_}),
      noise_(scenario.noise, scenario.seed),
      ranks_(network_, *topology_, ranks_config(scenario), &observers_) {
  const WorkloadConfig& workload = scenario.workload;
  for (int node = 0; node < topology_->nodes(); ++node) {
    ranks_.add(begun_late(workload_->program(node), start_offset(workload.imbalance, scenario.seed, node)),
               noise_.of(node));
  }
}

RunSummary FlowSimulation::run() {
  simulate();
  check_end();
  return summarise();
}

void FlowSimulation::simulate() {
  std::optional<ProgressLine> line;
  if (progress_ != nullptr) line.emplace(progress_, workload_->messages());
  const Picoseconds end = scenario_.run.max_time.value_or(Picoseconds::max());
  while (!ranks_.finished()) {
    const Picoseconds next = ranks_.next();
    if (next == Picoseconds::max()) report_standstill();
    if (next > end) return ranks_.rest_until(end);
    ranks_.step();
    if (line) line->update(seconds(ranks_.now()), recorder_.messages_delivered());
  }
  // What nobody waits for: messages of cancelled receives.
  while (ranks_.messages_under_way() != 0 && ranks_.next() != Picoseconds::max()) ranks_.step();
}

void FlowSimulation::report_standstill() const {
  std::vector<RankStatus> all;
  for (int node = 0; node < topology_->nodes(); ++node) all.push_back(ranks_.status(node));
  constexpr std::size_t kShown = 12;
  fail(reports::kFabricStalled,
       {fmt::format("no message is under way at {} us, nobody computes, and not all programs have ended.\n{}",
                    microseconds_text(ranks_.now()), waiting_lines(all, kShown))});
}

void FlowSimulation::check_end() const {
  if (!ranks_.finished()) return;  // ended by max_time
  std::vector<std::string> undone;
  for (int node = 0; node < topology_->nodes(); ++node) {
    for (const std::string& fault : ranks_.status(node).final_faults()) undone.push_back(fault);
  }
  if (!undone.empty()) fail(reports::kProcessorUnfinished, undone);
  const Bytes sent = ranks_.bytes_sent();
  const Bytes delivered = ranks_.bytes_delivered();
  const Bytes dropped = ranks_.bytes_dropped();
  if (sent != delivered + dropped || ranks_.messages_under_way() != 0 || ranks_.cancelled_receives() != 0) {
    fail(reports::kFabricNotDrained,
         {fmt::format("{} B sent, {} B delivered, {} B dropped, {} messages under way, {} cancelled receives open",
                      sent.count(), delivered.count(), dropped.count(), ranks_.messages_under_way(),
                      ranks_.cancelled_receives())});
  }
}

RunSummary FlowSimulation::summarise() const {
  RunSummary summary;
  describe_scenario(scenario_, Level::kFlow, summary);
  summary.simulated = ranks_.finished() ? ranks_.last_end() : ranks_.now();
  summary.messages_delivered = recorder_.messages_delivered();
  summary.sequences = recorder_.sequences();
  summarise_links(summary.simulated, summary);
  // Bounds are those of the machine's links.
  const auto ideal = scenario_.flow.of_machine() ? workload_->ideal_time(scenario_.machine) : std::nullopt;
  if (ideal) summary.ideal_seconds = seconds(*ideal);
  if (scenario_.noise.on()) {
    std::vector<Picoseconds> stolen;
    for (int node = 0; node < topology_->nodes(); ++node) stolen.push_back(ranks_.stolen(node));
    summary.noise = ::tactus::summarise(stolen);
  }
  summary.flow =
      FlowSummary{topology_->nodes(), links_.count, solver_.solves(), solver_.passes(), ranks_.messages_dropped()};
  summary.host = host_usage();
  return summary;
}

void FlowSimulation::summarise_links(Picoseconds end, RunSummary& summary) const {
  if (end == Picoseconds{0}) return;
  const auto share = [&](LinkId first, LinkId count) {
    double bytes = 0;
    double capacity = 0;
    for (LinkId link = first; link < first + count; ++link) {
      bytes += network_.bytes_through(link);
      capacity += topology_->bandwidth(link);
    }
    return bytes / (capacity * static_cast<double>(end.count()));
  };
  summary.link_utilisation = share(0, links_.count);
  // The links of a torus of two dimensions: one of each node in every direction.
  if (scenario_.flow.topology != FlowTopologyKind::kTorus || links_.count != kTorusPorts * topology_->nodes()) return;
  for (int direction = 0; direction < kTorusPorts; ++direction) {
    summary.direction_utilisation[static_cast<std::size_t>(direction)] =
        share(direction * topology_->nodes(), topology_->nodes());
  }
}

}  // namespace tactus
