#include "testbench/app/kinds/torus/flow_recordings.h"

#include <cerrno>
#include <system_error>

#include "testbench/app/attribution/flow_summary.h"
#include "testbench/app/results/attribution_file.h"
#include "testbench/app/run/run_files.h"

namespace tactus {

FlowRecordings::FlowRecordings(const Scenario& scenario, FlowExecution& execution, const RecordingOptions& options,
                               RunRecorder& recorder, TrafficObserverFanOut& ranks)
    : scenario_(scenario), network_(execution.network()), nodes_(scenario.nodes()), folder_(options.folder) {
  if (scenario.run.attribution.enabled) observe_flows(scenario, execution, options, recorder, ranks);
  operations_ = make_operations(scenario, execution.software());
  if (operations_) ranks.add(operations_->observer());
  if (!options.folder) return;
  // No kernel is in between: the run ends by an exception.
  const auto fail = [folder = *options.folder] {
    throw ResultFileError(folder / "messages.csv", std::generic_category().message(errno));
  };
  messages_ = make_message_writer(scenario, execution.software().map(), *options.folder, fail);
  if (messages_) ranks.add(messages_.get());
}

void FlowRecordings::observe_flows(const Scenario& scenario, FlowExecution& execution, const RecordingOptions& options,
                                   RunRecorder& recorder, TrafficObserverFanOut& ranks) {
  attribution_ = std::make_unique<FlowAttribution>(
      network_.topology(), [&recorder](int rank) { return recorder.sequence_of_rank(rank); }, options.message_report);
  observers_.add(attribution_.get());
  execution.observe_flows(&observers_);
  if (!options.focus.empty()) {
    focus_ = std::make_unique<FlowFocusRecorder>(*attribution_, execution.software().map(), scenario.machine.clock,
                                                 options.focus);
    observers_.add(focus_.get());
    ranks.add(focus_.get());
  }
  if (!scenario.run.attribution.critical_path) return;
  path_ = std::make_unique<FlowPath>(network_, *attribution_, execution.software().map(), scenario.machine.nics());
  observers_.add(path_.get());
  ranks.add(path_.get());
}

void FlowRecordings::finish(Picoseconds end, RunSummary& summary) {
  if (attribution_ && folder_) write_attribution(*folder_, *attribution_, network_, nodes_, end);
  if (messages_) messages_->finish(summary.trace ? *summary.trace : summary.trace.emplace());
  if (operations_ && folder_) {
    write_operations(*operations_, scenario_, *folder_, summary.trace ? *summary.trace : summary.trace.emplace());
  }
}

void FlowRecordings::summarise(Picoseconds end, RunSummary& summary) const {
  if (operations_) operations_->summarise(scenario_.machine.clock, summary);
  if (attribution_) summary.flow_attribution = ::tactus::summarise(*attribution_, network_, end);
  if (!path_ && !focus_) return;
  const std::vector<FlowPathStep> steps = path_ ? path_->steps() : std::vector<FlowPathStep>{};
  if (path_) summary.flow_critical_path = ::tactus::summarise(steps, network_.topology(), nodes_);
  if (focus_) summary.flow_focus = summarise_focus(*focus_, steps, network_.topology(), nodes_);
}

}  // namespace tactus
