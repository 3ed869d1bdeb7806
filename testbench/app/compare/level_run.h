#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "testbench/app/compare/history_recorder.h"
#include "testbench/app/compare/run_records.h"
#include "testbench/app/process/own_process.h"
#include "testbench/app/run/fabric_factory.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// How a scenario is run.
struct LevelRunOptions {
  Level level = Level::kCycle;
  FabricOptions fabric{};
  HistoryDepth depth = HistoryDepth::kPackets;
  /// Where it leaves what SimulationOptions says; nothing: no files.
  std::optional<std::filesystem::path> folder{};
  bool waves = false;  ///< with a folder
};

/// A run of a scenario in a process of its own. Violations are part of its outcome.
class LevelRun {
 public:
  /// Begins at once. The caller must not have elaborated anything. Throws ChildFailure.
  LevelRun(const Scenario& scenario, const LevelRunOptions& options);

  /// Takes what the run tells next, perhaps some packets, after waiting for it. Throws ChildFailure, with the level, if
  /// the process came to grief.
  void advance(const PacketSink& sink);
  [[nodiscard]] bool ended() const { return outcome_.has_value(); }
  /// Once it has ended.
  [[nodiscard]] const RunOutcome& outcome() const { return *outcome_; }
  [[nodiscard]] bool has_packets() const { return has_packets_; }
  /// Taken so far.
  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  [[nodiscard]] int descriptor() const { return process_.descriptor(); }

 private:
  Level level_;
  bool has_packets_;
  std::uint64_t packets_ = 0;
  std::optional<RunOutcome> outcome_;
  OwnProcess process_;
};

/// Runs that go on at the same time.
using LevelRuns = std::vector<std::unique_ptr<LevelRun>>;

/// Told what runs do, by their numbers in LevelRuns.
class RunsListener {
 public:
  virtual ~RunsListener() = default;
  virtual void packet(std::size_t run, const PacketHistory& packet) = 0;
  /// There are no more packets of it.
  virtual void ended(std::size_t run) = 0;
};

/// In packets; what a run is ahead costs memory.
constexpr std::uint64_t kLongestLead = 4096;

/// Follows the runs to their ends. One that is ahead of the slowest by more than `kLongestLead` is not listened to, and
/// soon waits; the slowest never is, so that all come to their ends. Throws ChildFailure of the first run that comes to
/// grief.
void follow(const LevelRuns& runs, RunsListener& listener);

}  // namespace tactus
