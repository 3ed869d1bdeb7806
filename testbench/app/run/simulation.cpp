#include "testbench/app/run/simulation.h"

#include <fmt/core.h>

#include <cerrno>
#include <system_error>
#include <systemc>
#include <utility>

#include "hw/common/reports.h"
#include "testbench/app/attribution/attribution_summary.h"
#include "testbench/app/attribution/flow_summary.h"
#include "testbench/app/results/attribution_file.h"
#include "testbench/app/results/difference_wave.h"
#include "testbench/app/results/flow_attribution_file.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/large_pages.h"
#include "testbench/app/run/limit.h"
#include "testbench/app/run/scenario_summary.h"
#include "testbench/app/run/signal_watch.h"

namespace tactus {

Simulation::Simulation(const Scenario& scenario, const SimulationOptions& options)
    : scenario_(scenario),
      options_(options),
      execution_(make_execution(scenario, execution_options(), traffic_observers_)),
      recorder_(scenario.machine, execution_->software().map(), execution_->links(), execution_->sequences(),
                scenario.machine.clock.covering(scenario.run.sample_interval)) {
  traffic_observers_.add(&recorder_);
  execution_->observe(&recorder_);
  if (execution_->fabric() != nullptr) observe_latencies();
  if (execution_->flow_network() != nullptr) observe_flows();
  if (!options.folder) return;
  if (has_message_file(scenario)) make_message_file();
  if (execution_->fabric() == nullptr) return;
  files_ = std::make_unique<RunFiles>(scenario, *execution_, *options.folder, options.waves, options.waves_around);
  if (PacketObserver* trigger = files_->wave_trigger()) execution_->observe(trigger);
  if (TraceWriter* trace = files_->trace()) {
    traffic_observers_.add(trace);
    execution_->observe(trace);
  }
}

Simulation::~Simulation() = default;

void Simulation::observe_latencies() {
  const AttributionConfig& wanted = scenario_.run.attribution;
  if (!wanted.enabled) return;
  const RankMap& map = execution_->software().map();
  const auto sequence_of = [this](const RouteHeader& header) { return recorder_.sequence_of(header); };
  const auto observe = [&](auto& observer) {
    execution_->observe(&observer);
    if (wanted.critical_path) traffic_observers_.add(&observer);
  };
  if (options_.split_report) {
    attribution_ = std::make_unique<RunAttribution>(scenario_.machine, map, wanted.critical_path, sequence_of,
                                                    options_.split_report);
    observe(*attribution_);
  } else {
    beside_ = std::make_unique<ParallelObserver>(sequence_of);
    attribution_ =
        std::make_unique<RunAttribution>(scenario_.machine, map, wanted.critical_path,
                                         [this](const RouteHeader&) { return beside_->sequence_of_injected(); });
    beside_->start(*attribution_, attribution_.get());
    observe(*beside_);
  }
  congestion_ = std::make_unique<CongestionSampler>(*execution_->fabric());
  execution_->add_lookout(*congestion_);
}

void Simulation::observe_flows() {
  const AttributionConfig& wanted = scenario_.run.attribution;
  if (!wanted.enabled) return;
  const FlowNetwork& network = *execution_->flow_network();
  flow_attribution_ = std::make_unique<FlowAttribution>(
      network.topology(), [this](int rank) { return recorder_.sequence_of_rank(rank); }, options_.message_report);
  flow_observers_.add(flow_attribution_.get());
  execution_->observe_flows(&flow_observers_);
  if (!wanted.critical_path) return;
  flow_path_ =
      std::make_unique<FlowPath>(network, *flow_attribution_, execution_->software().map(), scenario_.machine.nics());
  flow_observers_.add(flow_path_.get());
  traffic_observers_.add(flow_path_.get());
}

void Simulation::make_message_file() {
  const std::filesystem::path& folder = *options_.folder;
  std::function<void()> on_failure = sc_core::sc_stop;
  if (execution_->fabric() == nullptr) {  // no kernel is in between: the run ends by an exception
    on_failure = [folder] { throw ResultFileError(folder / "messages.csv", std::generic_category().message(errno)); };
  }
  messages_ = std::make_unique<MessageWriter>(scenario_.machine, execution_->software().map(), scenario_.message_labels,
                                              scenario_.run.trace.max_messages, folder, std::move(on_failure));
  traffic_observers_.add(messages_.get());
  execution_->observe(messages_.get());
}

ExecutionOptions Simulation::execution_options() {
  ExecutionOptions execution{options_.level, options_.fabric, {}};
  // Files are written when the kernel has let go: it would take their exceptions for its own.
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
      if (files_) files_->violated(std::string(violation.what()).rfind(reports::kFabricStalled, 0) == 0);
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
  use_large_pages();
  execution_->run();
  if (beside_) beside_->finish();
}

void Simulation::finish_files(RunSummary& summary) {
  progress_.reset();
  if (beside_) beside_->finish();
  if (files_) files_->finish(summary);
  if (attribution_ && options_.folder) {
    write_attribution(*options_.folder, attribution_->latencies(), scenario_.machine);
  }
  if (flow_attribution_ && options_.folder) {
    write_attribution(*options_.folder, *flow_attribution_, *execution_->flow_network(), end());
  }
  if (messages_) messages_->finish(summary.trace ? *summary.trace : summary.trace.emplace());
  if (options_.folder) execution_->write_files(*options_.folder);
}

std::string Simulation::keep_difference(const ModelViolation& violation) const {
  if (!violated_ || !options_.folder) return violation.what();
  write_difference_wave(*options_.folder, *violated_, scenario_.machine.clock);
  return fmt::format("{}\nThese cycles as waves of both: gtkwave {}", violation.what(),
                     published(*options_.folder / "difference.gtkw").string());
}

void Simulation::check_end() const {
  if (attribution_ && !attribution_->latencies().fault().empty()) {
    fail(reports::kAttribution, {attribution_->latencies().fault()});
  }
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
  // Bounds are those of the machine's links.
  if (workload != nullptr && scenario_.flow.of_machine()) {
    const auto ideal = workload->ideal_time(scenario_.machine);
    if (ideal && *ideal > Picoseconds{0}) summary.ideal_seconds = seconds(*ideal);
  }
  if (scenario_.noise.on() && workload != nullptr) summary.noise = ::tactus::summarise(stolen(execution_->ranks()));
  if (attribution_) {
    summary.attribution = ::tactus::summarise(attribution_->latencies(), congestion_->trees(), scenario_.machine);
    if (const auto& path = attribution_->critical_path()) {
      summary.critical_path = ::tactus::summarise(path->steps(), scenario_.machine.network);
    }
  }
  if (flow_attribution_) {
    summary.flow_attribution = ::tactus::summarise(*flow_attribution_, *execution_->flow_network(), end);
  }
  if (flow_path_) {
    summary.flow_critical_path = ::tactus::summarise(flow_path_->steps(), execution_->flow_network()->topology());
  }
  summary.limit = find_limit(scenario_, *execution_, recorder_.loads(), end);
  summary.host = host_usage();
}

}  // namespace tactus
