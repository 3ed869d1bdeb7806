#include "testbench/app/run/simulation.h"

#include <fmt/core.h>

#include "hw/common/reports.h"
#include "hw/common/sc_time_conversion.h"
#include "testbench/app/run/scenario_summary.h"

namespace tactus {
namespace {

/// From now on a report of a violation is an exception, not a text on the terminal.
void throw_on_violation() {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  // sc_stop is how every run ends: not worth a line.
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  // Nor is it that several files on a full disk ask for the end.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_SIMULATION_STOP_CALLED_TWICE_, sc_core::SC_WARNING,
                                          sc_core::SC_DO_NOTHING);
}

}  // namespace

Simulation::Simulation(const Scenario& scenario, const SimulationOptions& options)
    : scenario_(scenario),
      options_(options),
      fabric_(make_fabric(options.level, scenario.machine, options.fabric)),
      recorder_(scenario.machine,
                is_open_loop(scenario.workload.algorithm)
                    ? std::vector<SequenceInfo>{}
                    : Workload::make(scenario.workload, scenario.machine.torus, scenario.seed)->sequences(),
                cycles_covering(scenario.run.sample_interval, scenario.machine.clock)),
      trace_(options.folder && scenario.run.trace.enabled
                 ? std::make_unique<TraceWriter>(scenario.machine, scenario.run.trace, *options.folder)
                 : nullptr),
      traffic_observers_(trace_ ? std::vector<TrafficObserver*>{&recorder_, trace_.get()}
                                : std::vector<TrafficObserver*>{&recorder_}),
      processors_(*fabric_, {scenario.workload, scenario.pacing, scenario.seed, scenario.noise}, &traffic_observers_),
      watchdog_("watchdog", *fabric_, scenario.run.watchdog,
                {[this] { return processors_.somebody_works(); }, [this] { return processors_.describe_waiting(); }}),
      control_("control", scenario.machine.clock, scenario.run.max_time, [this] { return ended(); }) {
  make_recorders();
}

void Simulation::make_recorders() {
  const Picoseconds clock = scenario_.machine.clock;
  if (options_.folder) sampler_ = std::make_unique<Sampler>("sampler", *fabric_, sample_interval(), *options_.folder);
  if (options_.folder && options_.waves) {
    waves_ = std::make_unique<WaveRecorder>(
        "waves", [this] { return wave_probes(); }, scenario_.run.waves, clock, *options_.folder);
  }
  if (options_.progress != nullptr) {
    const Workload* workload = processors_.workload();
    progress_ = std::make_unique<Progress>(
        "progress", options_.progress, clock, [this] { return recorder_.messages_delivered(); },
        workload != nullptr ? std::optional(workload->messages()) : std::nullopt);
  }
}

ProbeList Simulation::wave_probes() const {
  const TorusShape& torus = scenario_.machine.torus;
  std::vector<Coordinate> nodes = scenario_.run.waves.nodes.list;
  if (scenario_.run.waves.nodes.all) {
    nodes.clear();
    for (int node = 0; node < torus.nodes(); ++node) nodes.push_back(torus.coordinate(node));
  }
  ProbeList all;
  for (const Coordinate node : nodes) {
    processors_.add_probes(torus.node(node), all, fmt::format("torus.node_{}_{}.rank", node.x, node.y));
    ProbeList probes = fabric_->probes(torus.node(node));
    std::move(probes.begin(), probes.end(), std::back_inserter(all));
  }
  return all;
}

Simulation::~Simulation() = default;

Cycles Simulation::cycle_now() const {
  return Cycles{to_picoseconds(sc_core::sc_time_stamp()).count() / scenario_.machine.clock.count()};
}

bool Simulation::waves_missed() const { return waves_ && waves_->recorded() == Cycles{0}; }

Cycles Simulation::sample_interval() const {
  return cycles_covering(scenario_.run.sample_interval, scenario_.machine.clock);
}

RunSummary Simulation::run() {
  std::vector<PacketObserver*> observers = {&recorder_};
  if (trace_) observers.push_back(trace_.get());
  if (processors_.meter() != nullptr) observers.push_back(processors_.meter());
  observers.insert(observers.end(), extra_observers_.begin(), extra_observers_.end());
  if (observers.size() == 1) {
    fabric_->observe(observers.front());
  } else {
    packet_observers_ = std::make_unique<PacketObserverFanOut>(observers);
    fabric_->observe(packet_observers_.get());
  }

  RunSummary summary;
  try {
    simulate();
    check_end();
  } catch (const ModelViolation& violation) {
    // What has been recorded is what the user now needs most; but failing to keep it must not hide the violation.
    try {
      finish_files(summary);
    } catch (const ResultFileError& error) {
      throw ModelViolation(fmt::format("{}\n{}", violation.what(), error.what()));
    }
    throw;
  }
  summarise(summary);
  finish_files(summary);
  return summary;
}

void Simulation::finish_files(RunSummary& summary) {
  progress_.reset();
  if (sampler_) sampler_->finish();
  if (waves_) waves_->finish();
  if (trace_) {
    trace_->finish(cycle_now());
    summary.trace = trace_->summary();
  }
}

void Simulation::simulate() {
  throw_on_violation();
  try {
    if (scenario_.run.max_time) {
      sc_core::sc_start(to_sc_time(*scenario_.run.max_time));
    } else {
      sc_core::sc_start();
    }
  } catch (const sc_core::sc_report& report) {
    throw ModelViolation(fmt::format("{}: {}", report.get_msg_type(), report.get_msg()));
  }
}

void Simulation::check_end() const {
  if (!processors_.finished()) return;  // ended by max_time: the summary says what was done
  if (!open_loop()) {
    const auto undone = processors_.final_faults();
    if (!undone.empty()) fail(reports::kProcessorUnfinished, undone);
    // Cut by max_time, the run may have ended with the last credits on their way.
    const auto faults = fabric_->drained() ? fabric_->final_faults() : fabric_->conservation_faults();
    if (!faults.empty()) fail(reports::kFabricNotDrained, faults);
  } else if (const auto faults = fabric_->conservation_faults(); !faults.empty()) {
    fail(reports::kFabricNotDrained, faults);
  }
}

void Simulation::summarise(RunSummary& summary) const {
  const Picoseconds clock = scenario_.machine.clock;
  const bool ran_to_end = processors_.finished() && !open_loop();
  const Cycles end = ran_to_end ? recorder_.last_program_end() : cycle_now();

  describe_scenario(scenario_, options_.level, summary);
  summary.simulated = clock * end.count();
  recorder_.summarise(end, summary);
  summary.nic = nic_totals(*fabric_);
  if (const Workload* workload = processors_.workload()) {
    if (const auto ideal = workload->ideal_time(scenario_.machine)) {
      summary.ideal_seconds = static_cast<double>(ideal->count()) * 1e-12;
    }
  }
  if (scenario_.noise.on()) summary.noise = ::tactus::summarise(processors_.stolen());
  if (const OpenLoopMeter* meter = processors_.meter()) {
    summary.open_loop =
        OpenLoopSummary{meter->offered(),  meter->accepted(),    ::tactus::summarise(meter->latency(), clock),
                        meter->measured(), meter->outstanding(), meter->outstanding() != 0};
  }
  summary.host = host_usage();
}

}  // namespace tactus
