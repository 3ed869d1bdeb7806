#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "testbench/app/attribution/flow_attribution.h"
#include "testbench/app/attribution/flow_path.h"
#include "testbench/app/attribution/run_attribution.h"
#include "testbench/app/results/message_writer.h"
#include "testbench/app/results/observer_fan_out.h"
#include "testbench/app/results/progress.h"
#include "testbench/app/results/run_recorder.h"
#include "testbench/app/results/run_summary.h"
#include "testbench/app/run/congestion_sampler.h"
#include "testbench/app/run/execution.h"
#include "testbench/app/run/model_violation.h"
#include "testbench/app/run/parallel_observer.h"
#include "testbench/app/run/run_files.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// How one run of a scenario is executed, besides what the scenario says.
struct SimulationOptions {
  Level level = Level::kCycle;
  /// Where links.csv, vc_occupancy.csv, trace.json, messages.csv and waves are written; nothing: none of them is.
  std::optional<std::filesystem::path> folder;
  bool waves = false;                       ///< record what the scenario's `waves` section says; needs a folder
  std::optional<WavesAround> waves_around;  ///< with `waves`: around this event, in the place of the section's window
  std::FILE* progress = nullptr;            ///< terminal on which to show progress
  FabricOptions fabric;
  /// Told of every packet of a message that has come to its end, if the scenario has latencies split.
  LatencyAttribution::Report split_report;
  /// Told of every message that has come to its end, at level flow, if the scenario has latencies split.
  FlowAttribution::Report message_report;
};

/// One run of a scenario at any level: machine, software and recorders, elaborated and executed once.
/// SystemC allows one of these per process; at level flow there can be any number.
class Simulation {
 public:
  /// `scenario` must outlive the simulation, and its level be able to execute it.
  explicit Simulation(const Scenario& scenario, const SimulationOptions& options = {});
  ~Simulation();

  /// Simulates to the end and checks it: all programs ended, everything sent delivered or dropped for a cancelled
  /// receive, credits home. Throws ModelViolation and Interrupted, after the files of what has been recorded are
  /// complete, and ResultFileError.
  RunSummary run();

  /// Note about the waves once the files are complete; nothing if there is none.
  [[nodiscard]] std::optional<RunFiles::WavesNote> waves_note() const {
    return files_ ? files_->waves_note() : std::nullopt;
  }
  [[nodiscard]] Execution& execution() { return *execution_; }
  [[nodiscard]] const RunRecorder& recorder() const { return recorder_; }
  /// One more observer of the packets, if the level has any, or of the ranks; to be added before `run`.
  void also_observe(PacketObserver* observer) { execution_->observe(observer); }
  void also_observe(TrafficObserver* observer) { traffic_observers_.add(observer); }

 private:
  [[nodiscard]] ExecutionOptions execution_options();
  void observe_latencies();
  void observe_flows();
  void make_message_file();
  void execute();
  void check_end() const;
  void finish_files(RunSummary& summary);
  /// When the last program ended, or the run was ended.
  [[nodiscard]] Picoseconds end() const;
  /// The text of a violation, with what is left of it.
  [[nodiscard]] std::string keep_difference(const ModelViolation& violation) const;
  void summarise(RunSummary& summary) const;

  const Scenario& scenario_;
  SimulationOptions options_;
  TrafficObserverFanOut traffic_observers_;
  std::unique_ptr<Execution> execution_;
  RunRecorder recorder_;
  std::unique_ptr<RunAttribution> attribution_;
  std::unique_ptr<ParallelObserver> beside_;  ///< tells `attribution_`, unless somebody wants its reports at once
  std::unique_ptr<CongestionSampler> congestion_;
  FlowObserverFanOut flow_observers_;
  std::unique_ptr<FlowAttribution> flow_attribution_;
  std::unique_ptr<FlowPath> flow_path_;
  std::unique_ptr<RunFiles> files_;
  std::unique_ptr<MessageWriter> messages_;
  std::optional<ProgressLine> progress_;
  std::optional<Lockstep> violated_;  ///< a twin that has found something
};

}  // namespace tactus
