#pragma once

#include <filesystem>
#include <optional>

#include "testbench/app/cli/command.h"
#include "testbench/app/explore/explore_plan.h"
#include "testbench/app/sweep/sweep_runner.h"

namespace tactus {

/// `tactus explore FILE`: checks every run, makes those without a result, writes tables of designs and what they cost.
/// Ends with `kInputWrong` before anything has run, or with the worst status of all runs.
class ExploreCommand final : public Command {
 public:
  ExploreRequest request;
  /// Result folder; if nothing: results/<name of the file>-explore, in the current folder.
  std::optional<std::filesystem::path> out;
  std::size_t jobs = one_job_per_core();  ///< processes at the same time
  std::optional<SweepShard> shard;        ///< if nothing: all runs, and the tables
  bool plan_only = false;                 ///< print the runs instead of making them
  bool quiet = false;                     ///< print neither progress nor table

  void declare(CommandOptions& options) override;
  int execute() override;

 private:
  [[nodiscard]] std::string command_text() const;
  void print_plan(const ExplorePlan& plan) const;
  void write_tables(const ExplorePlan& plan, const SweepRunner& runner, const std::filesystem::path& folder) const;
};

}  // namespace tactus
