#include "testbench/app/run/simulation.h"

#include <fmt/core.h>

#include <map>
#include <new>
#include <systemc>
#include <utility>

#include "hw/common/reports.h"
#include "testbench/app/plugins/plugins.h"
#include "testbench/app/plugins/policy_watch.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/difference_wave.h"
#include "testbench/app/results/rtl_trace_save.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/limit.h"
#include "testbench/app/run/machine_kind.h"
#include "testbench/app/run/model_violation.h"
#include "testbench/app/run/process_guard.h"
#include "testbench/app/run/signal_watch.h"
#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {
namespace {

/// Adds all that a result says about its scenario, whatever comes of the run.
void describe_scenario(const Scenario& scenario, Level level, RunSummary& summary) {
  summary.scenario = scenario.name;
  summary.level = to_string(level);
  summary.seed = scenario.seed;
  summary.versions = tool_versions(scenario.loaded_plugins);
  summary.parameters.assign(scenario.parameters.begin(), scenario.parameters.end());
  summary.configuration = resolved_configuration(scenario);
}

/// The jobs of `workload` that run, on `ranks`, which belong to them.
std::vector<JobSummary> summarise_jobs(const Workload& workload, const std::vector<const RankView*>& ranks,
                                       const Clock& clock) {
  std::map<int, const RankView*> by_number;
  for (const RankView* rank : ranks) by_number[rank->rank()] = rank;
  std::vector<JobSummary> list;
  for (const JobInfo& job : workload.jobs()) {
    if (!job.enabled) continue;
    std::vector<const RankView*> own;
    for (const int rank : job.ranks) own.push_back(by_number.at(rank));
    JobSummary& summary = list.emplace_back();
    summary.name = job.name;
    summary.algorithm = job.algorithm;
    summary.ranks = static_cast<int>(job.ranks.size());
    summary.start_s = seconds(clock.edge(job.start));
    if (all_finished(own)) summary.end_s = seconds(last_end(own));
    summary.messages = job.messages;
    summary.bytes = job.bytes.count();
  }
  return list;
}

/// From now on a report of a violation is an exception, not a text on the terminal.
void throw_on_violation() {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  // sc_stop is how every run ends: not worth a line.
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  // Nor is it that several files on a full disk ask for the end.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_SIMULATION_STOP_CALLED_TWICE_, sc_core::SC_WARNING,
                                          sc_core::SC_DO_NOTHING);
}

/// A report of a model of ours says where it is; one of the kernel, as of an exception of a module of a plug-in, may
/// not.
std::string text_of(const sc_core::sc_report& report) {
  const std::string text = fmt::format("{}: {}", report.get_msg_type(), report.get_msg());
  const bool is_ours = text.rfind("/tactus/", 0) == 0;
  const char* process = report.get_process_name();
  return is_ours || process == nullptr ? text : fmt::format("{}, in process {}", text, process);
}

}  // namespace

Simulation::Simulation(const Scenario& scenario, SimulationOptions options)
    : scenario_(scenario),
      options_(std::move(options)),
      execution_(machine_kind(scenario).execution(scenario, execution_options(), traffic_observers_)),
      recorder_(scenario.machine, execution_->software().map(), execution_->links(), execution_->sequences(),
                scenario.machine.clock.covering(scenario.run.sample_interval)) {
  traffic_observers_.add(&recorder_);
  execution_->observe(&recorder_);
  recordings_ = execution_->record(options_, recorder_, traffic_observers_);
}

Simulation::~Simulation() = default;

ExecutionOptions Simulation::execution_options() {
  ExecutionOptions execution{options_.level, options_.fabric, {}};
  // Files are written when the kernel has let go: it would take their exceptions for its own.
  if (scenario_.rtl.trace && options_.folder) traces_ = std::make_shared<RtlTraceFiles>(*options_.folder);
  execution.fabric.traces = traces_;
  execution.fabric.twin_violated = [this](const Lockstep& twin) { violated_ = twin; };
  if (options_.progress != nullptr) {
    execution.look = [this](Picoseconds now) { progress_->update(seconds(now), recorder_.messages_delivered()); };
  }
  return execution;
}

RunSummary Simulation::run() {
  RunSummary summary;
  try {
    execute();
    check_end();
  } catch (const ModelViolation& violation) {
    // What has been recorded is what the user now needs most; but failing to keep it must not hide the violation.
    try {
      recordings_->violated(std::string(violation.what()).rfind(reports::kFabricStalled, 0) == 0);
      finish_files(summary);
      throw ModelViolation(keep_difference(violation));
    } catch (const ResultFileError& error) {
      throw ModelViolation(fmt::format("{}\n{}", violation.what(), error.what()));
    }
  } catch (const Interrupted&) {
    finish_files(summary);
    throw;
  }
  summarise(summary);
  finish_files(summary);
  return summary;
}

void Simulation::execute() {
  if (options_.progress != nullptr) progress_.emplace(options_.progress, execution_->messages());
  large_pages_.use();
  if (!loaded_plugins().empty()) watch_policies();
  throw_on_violation();
  try {
    execution_->execute();
  } catch (const sc_core::sc_report& report) {
    if (out_of_memory()) throw std::bad_alloc();  // of which the kernel has made a report
    throw ModelViolation(text_of(report));
  }
  recordings_->settle();
  recorder_.settle();
}

void Simulation::finish_files(RunSummary& summary) {
  progress_.reset();
  recordings_->settle();
  recordings_->finish(end(), summary);
  if (options_.folder) execution_->write_files(*options_.folder);
  if (!traces_) return;
  traces_->close();
  write_rtl_trace_saves(*traces_, scenario_.machine.clock, end(), violated_ ? violated_->newest().edge : Cycles{});
}

std::string Simulation::keep_difference(const ModelViolation& violation) const {
  if (!violated_ || !options_.folder) return violation.what();
  write_difference_wave(*options_.folder, *violated_, scenario_.machine.clock);
  return fmt::format("{}\nThese cycles as waves of both: gtkwave {}", violation.what(),
                     published(*options_.folder / "difference.gtkw").string());
}

void Simulation::check_end() const {
  recordings_->check();
  if (!execution_->finished()) return;  // ended by max_time: the summary says what was done
  if (execution_->stopped()) return;    // by a file, which says so when it is completed
  const auto left_undone = undone(execution_->ranks());
  if (!left_undone.empty()) fail(reports::kProcessorUnfinished, left_undone);
  const auto left_over = execution_->leftovers();
  if (!left_over.empty()) fail(reports::kFabricNotDrained, left_over);
}

Picoseconds Simulation::end() const {
  const bool ran_to_end = execution_->finished() && execution_->software().workload() != nullptr;
  return ran_to_end ? last_end(execution_->ranks()) : execution_->now();
}

void Simulation::summarise(RunSummary& summary) const {
  const Workload* workload = execution_->software().workload();
  const Picoseconds end = this->end();

  describe_scenario(scenario_, options_.level, summary);
  recorder_.summarise(scenario_.machine.clock.cycle_at(end), summary);
  summary.simulated = end;
  execution_->summarise(end, summary);
  if (workload != nullptr) summary.jobs = summarise_jobs(*workload, execution_->ranks(), scenario_.machine.clock);
  // Bounds are those of the machine's links.
  if (workload != nullptr && scenario_.flow.of_machine()) {
    const auto ideal = workload->ideal_time(scenario_.machine);
    if (ideal && *ideal > Picoseconds{0}) summary.ideal_seconds = seconds(*ideal);
  }
  if (scenario_.noise.on() && workload != nullptr) {
    summary.noise = ::tactus::summarise(stolen(execution_->ranks()), execution_->software().map());
  }
  if (const CounterSynchronisation* counters = execution_->software().synchronisation()) {
    summary.counters = ::tactus::summarise(*counters, scenario_.machine.network, scenario_.machine.clock);
  }
  recordings_->summarise(end, summary);
  if (summary.focus) {
    const bool noisy = scenario_.noise.on() && workload != nullptr;
    add_delays(noisy ? stolen(execution_->ranks()) : std::vector<Picoseconds>{}, recorder_.begun(),
               execution_->software().map(), *summary.focus);
  }
  summary.limit = find_limit(scenario_, *execution_, recorder_.loads(), end);
  summary.host = host_usage();
}

}  // namespace tactus
