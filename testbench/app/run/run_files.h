#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "testbench/app/kinds/torus/fabric_execution.h"
#include "testbench/app/results/message_writer.h"
#include "testbench/app/results/packet_book.h"
#include "testbench/app/results/run_operations.h"
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
/// Whether the program of the machine, or of a job that runs, is a schedule.
bool has_operations(const Scenario& scenario);
/// Recorder of the operations of schedules; null if the run has none.
std::unique_ptr<RunOperations> make_operations(const Scenario& scenario, const Software& software);
/// Writes both, if the run has such files, and says in `trace` what is in them.
void write_operations(const RunOperations& operations, const Scenario& scenario, const std::filesystem::path& folder,
                      TraceSummary& trace);

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
  /// Null if there are no waves, whose texts it knows.
  [[nodiscard]] PacketBook* packet_book() { return book_.get(); }
  /// Observer of the packets, for waves around an event; null if nobody has to look at them.
  [[nodiscard]] PacketObserver* wave_trigger() { return packets_; }
  /// The run has ended by a violation; `stalled`: it stood still.
  void violated(bool stalled);
  /// After the simulation: completes the files, and says in `summary` what is in them. `operations`: those of
  /// schedules, or null.
  void finish(RunSummary& summary, const RunOperations* operations);
  /// Afterwards; nothing if there is nothing to be said.
  [[nodiscard]] std::optional<Recordings::WavesNote> waves_note() const;

 private:
  void record_around(const WavesAround& around);
  /// Nodes whose signals are recorded.
  [[nodiscard]] std::vector<int> wave_nodes() const;
  [[nodiscard]] ProbeList wave_probes() const;
  [[nodiscard]] std::vector<std::unique_ptr<WavePart>> wave_parts(WaveRecording& recording);
  [[nodiscard]] WaveTexts wave_texts(const ProbeList& probes) const;

  const Scenario& scenario_;
  FabricExecution& execution_;
  std::unique_ptr<TraceWriter> trace_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<PacketBook> book_;
  std::unique_ptr<WaveRecorder> waves_;
  std::optional<WavesAround> around_;
  PacketObserver* packets_ = nullptr;  ///< the recorder's trigger, if it looks at packets
};

}  // namespace tactus
