#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "testbench/app/kinds/torus/fabric_execution.h"
#include "testbench/app/results/message_writer.h"
#include "testbench/app/results/operation_times.h"
#include "testbench/app/results/sampler.h"
#include "testbench/app/results/trace_writer.h"
#include "testbench/app/results/wave_recorder.h"

namespace tactus {

/// Whether messages.csv is one of the files of a run.
bool has_message_file(const Scenario& scenario);
/// Its writer, which calls `on_failure` when the disk is full; null if the run has no such file.
std::unique_ptr<MessageWriter> make_message_writer(const Scenario& scenario, const RankMap& map,
                                                   const std::filesystem::path& folder,
                                                   std::function<void()> on_failure);

/// Whether operations.csv and operations.h5 are files of a run.
bool has_operation_file(const Scenario& scenario);
/// Recorder of the operations of a schedule; null if the run has none.
std::unique_ptr<OperationTimes> make_operation_times(const Scenario& scenario);
/// Writes both, if the run has such files, and says in `trace` what is in them.
void write_operations(const OperationTimes& times, const Scenario& scenario, const std::filesystem::path& folder,
                      TraceSummary& trace);

/// Says in `summary` what the operations of a run took.
void summarise_operations(const OperationTimes& times, const Clock& clock, RunSummary& summary);

/// The files that a run of pins or packets leaves behind besides its result: links.csv, vc_occupancy.csv, trace.json
/// and waves. Throws ResultFileError.
class RunFiles {
 public:
  /// Into `folder`, with waves or without, in the scenario's window or around an event. `execution` and
  /// `scenario` must outlive this.
  RunFiles(const Scenario& scenario, FabricExecution& execution, const std::filesystem::path& folder, bool waves,
           const std::optional<WavesAround>& around);

  /// Null if the scenario has none.
  [[nodiscard]] TraceWriter* trace() { return trace_.get(); }
  /// Observer of the packets, for waves around an event; null if nobody has to look at them.
  [[nodiscard]] PacketObserver* wave_trigger() { return latency_; }
  /// The run has ended by a violation; `stalled`: it stood still.
  void violated(bool stalled);
  /// After the simulation: completes the files, and says in `summary` what is in them. `operations`: those of a
  /// schedule, or null.
  void finish(RunSummary& summary, const OperationTimes* operations);
  /// Afterwards; nothing if there is nothing to be said.
  [[nodiscard]] std::optional<Recordings::WavesNote> waves_note() const;

 private:
  void record_around(const WavesAround& around);
  [[nodiscard]] ProbeList wave_probes() const;

  const Scenario& scenario_;
  FabricExecution& execution_;
  std::unique_ptr<TraceWriter> trace_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<WaveRecorder> waves_;
  std::optional<WavesAround> around_;
  LatencyTrigger* latency_ = nullptr;  ///< the recorder's, if it has such
};

}  // namespace tactus
