#pragma once

#include <memory>

#include "testbench/app/attribution/flow_focus.h"
#include "testbench/app/attribution/flow_path.h"
#include "testbench/app/kinds/torus/flow_execution.h"
#include "testbench/app/results/message_writer.h"

namespace tactus {

/// Recordings of flows: times of messages and their parts, and messages.
class FlowRecordings final : public Recordings {
 public:
  /// As `Execution::record`, of `execution`.
  FlowRecordings(const Scenario& scenario, FlowExecution& execution, const RecordingOptions& options,
                 RunRecorder& recorder, TrafficObserverFanOut& ranks);

  void finish(Picoseconds end, RunSummary& summary) override;
  void summarise(Picoseconds end, RunSummary& summary) const override;

 private:
  void observe_flows(const Scenario& scenario, FlowExecution& execution, const RecordingOptions& options,
                     RunRecorder& recorder, TrafficObserverFanOut& ranks);

  const Scenario& scenario_;
  const FlowNetwork& network_;
  NetworkShape nodes_;
  std::optional<std::filesystem::path> folder_;
  FlowObserverFanOut observers_;
  std::unique_ptr<FlowAttribution> attribution_;
  std::unique_ptr<FlowPath> path_;
  std::unique_ptr<FlowFocusRecorder> focus_;
  std::unique_ptr<MessageWriter> messages_;
  std::unique_ptr<RunOperations> operations_;
};

}  // namespace tactus
