#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "testbench/app/results/progress.h"
#include "testbench/app/results/run_recorder.h"
#include "testbench/app/results/run_summary.h"
#include "testbench/app/run/execution.h"
#include "testbench/app/run/large_pages.h"
#include "testbench/app/run/model_violation.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// How one run of a scenario is executed, besides what the scenario says.
struct SimulationOptions : RecordingOptions {
  Level level = Level::kCycle;
  std::FILE* progress = nullptr;  ///< terminal on which to show progress
  FabricOptions fabric;
};

/// One run of a scenario at any level: machine, software and recorders, elaborated and executed once.
/// SystemC allows one of these per process; at level flow there can be any number.
class Simulation {
 public:
  /// `scenario` must outlive the simulation, and its level be able to execute it.
  explicit Simulation(const Scenario& scenario, SimulationOptions options = {});
  ~Simulation();

  /// Simulates to the end and checks it: all programs ended, everything sent delivered or dropped for a cancelled
  /// receive, credits home. Throws ModelViolation and Interrupted, after the files of what has been recorded are
  /// complete, and ResultFileError.
  RunSummary run();

  /// Note about the waves once the files are complete; nothing if there is none.
  [[nodiscard]] std::optional<Recordings::WavesNote> waves_note() const { return recordings_->waves_note(); }
  [[nodiscard]] Execution& execution() { return *execution_; }
  [[nodiscard]] const RunRecorder& recorder() const { return recorder_; }
  /// One more observer of the packets, if the level has any, or of the ranks; to be added before `run`.
  void also_observe(PacketObserver* observer) { execution_->observe(observer); }
  void also_observe(TrafficObserver* observer) { traffic_observers_.add(observer); }

 private:
  [[nodiscard]] ExecutionOptions execution_options();
  void execute();
  void check_end() const;
  void finish_files(RunSummary& summary);
  /// When the last program ended, or the run was ended.
  [[nodiscard]] Picoseconds end() const;
  /// The text of a violation, with what is left of it.
  [[nodiscard]] std::string keep_difference(const ModelViolation& violation) const;
  void summarise(RunSummary& summary) const;

  const Scenario& scenario_;
  LargePages large_pages_;  ///< first of all: they are for what follows
  SimulationOptions options_;
  TrafficObserverFanOut traffic_observers_;
  std::shared_ptr<RtlTraceFiles> traces_;  ///< null: none. The execution is told of them
  std::unique_ptr<Execution> execution_;
  RunRecorder recorder_;
  std::unique_ptr<Recordings> recordings_;
  std::optional<ProgressLine> progress_;
  std::optional<Lockstep> violated_;  ///< a twin that has found something
};

}  // namespace tactus
