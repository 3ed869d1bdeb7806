#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/router_config.h"
#include "hw/node/fabric.h"
#include "hw/node/watchdog.h"
#include "testbench/app/results/observer_fan_out.h"
#include "testbench/app/results/progress.h"
#include "testbench/app/results/run_recorder.h"
#include "testbench/app/results/run_summary.h"
#include "testbench/app/results/sampler.h"
#include "testbench/app/results/trace_writer.h"
#include "testbench/app/results/wave_recorder.h"
#include "testbench/app/run/fabric_factory.h"
#include "testbench/app/run/model_violation.h"
#include "testbench/app/run/processors.h"
#include "testbench/app/run/run_control.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// How one run of a scenario is executed, besides what the scenario says.
struct SimulationOptions {
  Level level = Level::kCycle;
  /// Where links.csv, vc_occupancy.csv, trace.json and waves go; nothing: none of them is written.
  std::optional<std::filesystem::path> folder;
  bool waves = false;             ///< record what the scenario's `waves` section says; needs a folder
  std::FILE* progress = nullptr;  ///< terminal on which to show progress
  FabricOptions fabric;
};

/// One run: machine, processors, recorders and watchdog, elaborated and executed once.
/// SystemC allows one of these per process.
class Simulation {
 public:
  Simulation(const Scenario& scenario, const SimulationOptions& options);
  ~Simulation();

  /// Simulates to the end and checks it: all programs ended, flits conserved, credits home.
  /// Throws ModelViolation, after the files of what has been recorded are complete, and ResultFileError.
  RunSummary run();

  /// Waves were asked for, but the run ended before their window began.
  [[nodiscard]] bool waves_missed() const;
  [[nodiscard]] Fabric& fabric() { return *fabric_; }
  [[nodiscard]] Processors& processors() { return processors_; }
  [[nodiscard]] const RunRecorder& recorder() const { return recorder_; }
  /// One more observer of the packets, or of the processors; to be added before `run`.
  void also_observe(PacketObserver* observer) { extra_observers_.push_back(observer); }
  void also_observe(TrafficObserver* observer) { traffic_observers_.add(observer); }

 private:
  [[nodiscard]] Cycles cycle_now() const;
  [[nodiscard]] Cycles sample_interval() const;
  void make_recorders();
  [[nodiscard]] ProbeList wave_probes() const;
  void finish_files(RunSummary& summary);
  void simulate();
  void check_end() const;
  [[nodiscard]] bool ended() const { return processors_.finished() && (open_loop() || fabric_->drained()); }
  [[nodiscard]] bool open_loop() const { return processors_.meter() != nullptr; }
  void summarise(RunSummary& summary) const;

  const Scenario& scenario_;
  SimulationOptions options_;
  std::unique_ptr<Fabric> fabric_;
  RunRecorder recorder_;
  std::unique_ptr<TraceWriter> trace_;
  TrafficObserverFanOut traffic_observers_;
  Processors processors_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<WaveRecorder> waves_;
  std::unique_ptr<Progress> progress_;
  Watchdog watchdog_;
  RunControl control_;
  std::vector<PacketObserver*> extra_observers_;
  std::unique_ptr<PacketObserverFanOut> packet_observers_;
};

}  // namespace tactus
