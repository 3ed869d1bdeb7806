#pragma once

#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/results/progress.h"
#include "testbench/app/sweep/sweep_plan.h"
#include "testbench/app/sweep/sweep_table.h"

namespace tactus {

/// As many processes at the same time as there are cores.
std::size_t one_job_per_core();

/// How a sweep is executed.
struct SweepExecution {
  std::filesystem::path folder;   ///< gets sweep.csv and one folder per point
  std::size_t jobs = 1;           ///< processes at the same time, at least 1
  std::string table = "sweep";    ///< name of the table, without .csv
  std::FILE* terminal = nullptr;  ///< on which to show progress; null for none
  /// Print a line on stdout for each point that has ended, in the order of the plan.
  bool lines = false;
  /// The points to run, beside which others may run the other shards into the same folder; then there is no sweep.csv.
  /// If nothing: all points, and nobody else.
  std::optional<SweepShard> shard{};
  /// Keep the table of an earlier sweep, say in the table which points are new, and on stderr which results of earlier
  /// sweeps are kept or replaced. If not, the table is replaced: `validate` runs a growing part of one sweep into its
  /// folder.
  bool tells = false;
};

/// Runs every point of a sweep, or of a shard of it, that has no result of this program yet, each by a process of its
/// own, which is this program too.
///
/// A `sweep.csv` with other columns, or with values that are no points of the plan, is kept as `sweep.1.csv`, or as the
/// first such name that is free, if the execution tells of earlier sweeps. After each point `sweep.csv` is replaced by
/// one with all points that have ended, in the order of the plan. A point that fails is told on stderr, its own
/// messages are kept in its folder, which has no result then, and the sweep goes on.
class SweepRunner {
 public:
  /// `scenario` is the request's; `plan` must outlive the runner.
  SweepRunner(const SweepPlan& plan, std::string scenario, SweepExecution how);

  /// Answers the worst exit status of all points, 0 if all have their result. Throws ResultFileError if sweep.csv
  /// cannot be written or another process writes to the folder, and Interrupted after a signal; points that run then
  /// have ended.
  int run();

  /// Name of the plan's points for the user.
  [[nodiscard]] const char* things() const { return plan_.seeds == 1 ? "points" : "runs"; }
  [[nodiscard]] const SweepTable& table() const { return table_; }
  [[nodiscard]] std::size_t points() const { return points_.size(); }  ///< points of the shard, or all
  [[nodiscard]] std::size_t found() const { return found_; }           ///< points that had their result already
  /// By point of the plan: it had its result already.
  [[nodiscard]] const std::vector<bool>& was_found() const { return was_found_; }

 private:
  [[nodiscard]] std::filesystem::path result_of(std::size_t point) const;
  [[nodiscard]] std::filesystem::path errors_of(std::size_t point) const;
  [[nodiscard]] std::filesystem::path table_file() const { return how_.folder / (how_.table + ".csv"); }
  void take_results();
  void start(std::size_t point);
  /// `why` is told unless the status is 0.
  void ended(std::size_t point, int exit_status, const std::string& why);
  void run_points();
  void end_running();
  void tell_of_earlier() const;
  void write_table() const;  ///< nothing for a shard, whose points are not all
  void show_progress();
  void print_lines();
  [[nodiscard]] std::string line(std::size_t point) const;

  const SweepPlan& plan_;
  std::string scenario_;
  SweepExecution how_;
  SweepTable table_;
  std::vector<std::size_t> points_;       ///< that are to have a result in the end
  std::vector<bool> was_found_;           ///< by point of the plan
  std::map<pid_t, std::size_t> running_;  ///< point of each process
  std::size_t found_ = 0;
  std::size_t replaced_ = 0;  ///< points whose folder has a result of something else
  std::size_t run_ = 0;
  std::size_t told_ = 0;  ///< points of `points_` that have their line
  int worst_ = 0;
  std::optional<CountProgress> progress_;  ///< while the sweep runs
};

}  // namespace tactus
