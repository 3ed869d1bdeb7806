#include "testbench/app/kinds/torus/flow_execution.h"

#include <fmt/core.h>

#include "hw/common/reports.h"
#include "hw/router/tie_break.h"
#include "testbench/app/kinds/torus/flow_recordings.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/model_violation.h"
#include "testbench/app/run/signal_watch.h"
#include "tlm_models/flow/maxmin_solver.h"
#include "tlm_models/flow/mfs_solver.h"

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

FlowMachineConfig machine_config(const Scenario& scenario, const Software& software) {
  const MachineConfig& machine = scenario.machine;
  FlowMachineConfig config;
  config.software = software.config();
  config.max_payload = machine.max_payload();
  config.link_rate = bytes_per_picosecond(topology_of(scenario.flow, machine).link_bandwidth);
  config.engine_limit = engine_limit(scenario.flow, machine);
  config.goes_minus = policy(machine.router.tie_break).goes_minus;
  return config;
}

/// All but those of the NICs.
LinkId network_links(const Scenario& scenario, const FlowTopology& topology) {
  const FlowPortConfig port = topology_of(scenario.flow, scenario.machine).port;
  const int each_way = topology.nodes() * port.ports;
  const int ways = (port.injection_bandwidth.count() > 0 ? 1 : 0) + (port.ejection_bandwidth.count() > 0 ? 1 : 0);
  return topology.links() - ways * each_way;
}

}  // namespace

FlowExecution::FlowExecution(const Scenario& scenario, const ExecutionOptions& options, TrafficObserver& observer)
    : scenario_(scenario),
      look_(options.look),
      topology_(make_flow_topology(topology_of(scenario.flow, scenario.machine))),
      solver_(make_solver(scenario.flow, *topology_)),
      network_(*topology_, solver_, timing_of(scenario.flow, scenario.machine)),
      links_(*topology_, network_links(scenario, *topology_), scenario.machine.clock, scenario.machine.max_payload()),
      software_(scenario, scenario.nodes()),
      machine_(network_, *topology_, machine_config(scenario, software_), software_.map(), &observer) {
  const RankMap& map = software_.map();
  for (int processor = 0; processor < map.ranks(); ++processor) machine_.add(software_.setup(map.rank(processor)));
}

std::unique_ptr<Recordings> FlowExecution::record(const RecordingOptions& options, RunRecorder& recorder,
                                                  TrafficObserverFanOut& ranks) {
  return std::make_unique<FlowRecordings>(scenario_, *this, options, recorder, ranks);
}

void FlowExecution::execute() {
  const Picoseconds end = scenario_.run.max_time.value_or(Picoseconds::max());
  while (!machine_.finished()) {
    stop_if_signalled(machine_.now());
    const Picoseconds next = machine_.next();
    if (next == Picoseconds::max()) report_standstill();
    if (next > end) return machine_.rest_until(end);
    machine_.step();
    if (look_) look_(machine_.now());
  }
  // What nobody waits for: messages of cancelled receives.
  while (machine_.port().messages_under_way() != 0 && machine_.next() != Picoseconds::max()) machine_.step();
}

std::vector<const RankView*> FlowExecution::ranks() const {
  std::vector<const RankView*> ranks;
  for (int processor = 0; processor < software_.map().ranks(); ++processor) {
    ranks.push_back(&machine_.rank_on(processor));
  }
  return ranks;
}

void FlowExecution::report_standstill() const {
  fail(reports::kFabricStalled,
       {fmt::format("no message is under way at {} us, nobody computes, and not all programs have ended.\n{}",
                    microseconds_text(machine_.now()), describe_waiting(ranks()))});
}

std::vector<std::string> FlowExecution::leftovers() const {
  const FlowPort& port = machine_.port();
  const Bytes sent = port.bytes_sent();
  const Bytes delivered = port.bytes_delivered();
  const Bytes dropped = port.bytes_dropped();
  if (sent == delivered + dropped && port.messages_under_way() == 0 && port.cancelled_receives() == 0) return {};
  return {fmt::format("{} B sent, {} B delivered, {} B dropped, {} messages under way, {} cancelled receives open",
                      sent.count(), delivered.count(), dropped.count(), port.messages_under_way(),
                      port.cancelled_receives())};
}

std::vector<SequenceInfo> FlowExecution::sequences() const {
  std::vector<SequenceInfo> sequences = software_.sequences();
  if (scenario_.flow.topology == FlowTopologyKind::kTorus) return sequences;
  for (SequenceInfo& sequence : sequences) sequence.hops = 0;
  return sequences;
}

void FlowExecution::summarise(Picoseconds end, RunSummary& summary) const {
  summarise_links(end, summary);
  summary.flow = FlowSummary{topology_->nodes(), links_.count(), solver_.solves(), solver_.passes(),
                             machine_.port().messages_dropped()};
}

std::vector<BusyPart> FlowExecution::busy_parts() const {
  std::vector<BusyPart> parts;
  for (const RankView* rank : ranks()) {
    parts.push_back({BusyPart::Kind::kCopies, rank->rank(), machine_.port().local().busy(rank->rank())});
  }
  return parts;
}

double FlowExecution::busiest_link(Picoseconds end) const {
  double most = 0;
  for (LinkId link = 0; link < topology_->links(); ++link) {
    most = std::max(most, network_.bytes_through(link) / topology_->bandwidth(link));
  }
  return most / static_cast<double>(end.count());
}

void FlowExecution::summarise_links(Picoseconds end, RunSummary& summary) const {
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
  summary.link_utilisation = share(0, links_.count());
  const NetworkShape grid = scenario_.nodes();
  // Those of a torus stand direction by direction.
  if (scenario_.flow.topology != FlowTopologyKind::kTorus || links_.count() != grid.links()) return;
  summary.group_utilisation.clear();
  LinkId first = 0;
  for (int direction = 0; direction < grid.directions(); ++direction) {
    const LinkId count = grid.links_along(dimension_of(static_cast<Direction>(direction)));
    summary.group_utilisation.emplace_back(kDirectionNames.at(static_cast<std::size_t>(direction)),
                                           share(first, count));
    first += count;
  }
}

}  // namespace tactus
