#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "testbench/app/kinds/torus/fabric_execution.h"
#include "testbench/app/results/message_writer.h"
#include "testbench/app/run/parallel_observer.h"
#include "testbench/app/run/run_files.h"

namespace tactus {

/// Recordings of pins or packets: latencies and their parts, samples, trace, messages and waves.
class FabricRecordings final : public Recordings {
 public:
  /// As `Execution::record`, of `execution`.
  FabricRecordings(const Scenario& scenario, FabricExecution& execution, const RecordingOptions& options,
                   RunRecorder& recorder, TrafficObserverFanOut& ranks);
  ~FabricRecordings() override;

  void settle() override;
  void violated(bool stalled) override;
  void finish(Picoseconds end, RunSummary& summary) override;
  void check() const override;
  void summarise(Picoseconds end, RunSummary& summary) const override;
  [[nodiscard]] std::optional<WavesNote> waves_note() const override;

 private:
  class CongestionSampler;

  void observe_latencies(FabricExecution& execution, const RecordingOptions& options, RunRecorder& recorder,
                         TrafficObserverFanOut& ranks);

  const Scenario& scenario_;
  std::optional<std::filesystem::path> folder_;
  std::function<void(const RunOperations&, const MessageDelays&)> operation_report_;
  std::function<void(const FocusRecorder&)> focus_report_;
  std::unique_ptr<RunAttribution> attribution_;
  std::unique_ptr<ParallelObserver> beside_;  ///< tells `attribution_`, unless somebody wants its reports at once
  std::function<std::optional<int>(GrantAccount)> sequence_of_;  ///< for `attribution_` by parts, until it has settled
  std::unique_ptr<CongestionSampler> congestion_;
  std::unique_ptr<MessageWriter> messages_;
  std::unique_ptr<RunOperations> operations_;
  std::unique_ptr<RunFiles> files_;
};

}  // namespace tactus
