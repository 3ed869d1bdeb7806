#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "testbench/app/results/sampler.h"
#include "testbench/app/results/trace_writer.h"
#include "testbench/app/results/wave_recorder.h"
#include "testbench/app/run/execution.h"
#include "testbench/app/run/level.h"

namespace tactus {

/// Names of the files that a run leaves behind besides its result, waves apart.
std::vector<std::string> files_of_run(const Scenario& scenario, Level level);
/// Whether messages.csv is one of them, at any level.
bool has_message_file(const Scenario& scenario);

/// The files that a run of pins or packets leaves behind besides its result: links.csv, vc_occupancy.csv, trace.json
/// and waves. Throws ResultFileError.
class RunFiles {
 public:
  /// Into `folder`, with waves or without. `execution` has a fabric; it and `scenario` must outlive this.
  RunFiles(const Scenario& scenario, Execution& execution, const std::filesystem::path& folder, bool waves);

  /// Null if the scenario has none.
  [[nodiscard]] TraceWriter* trace() { return trace_.get(); }
  /// After the simulation: completes the files, and says in `summary` what is in them.
  void finish(RunSummary& summary);
  /// Waves were asked for, but the run ended before their window began.
  [[nodiscard]] bool waves_missed() const { return waves_ && waves_->recorded() == Cycles{0}; }

 private:
  [[nodiscard]] ProbeList wave_probes() const;

  const Scenario& scenario_;
  Execution& execution_;
  std::unique_ptr<TraceWriter> trace_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<WaveRecorder> waves_;
};

}  // namespace tactus
