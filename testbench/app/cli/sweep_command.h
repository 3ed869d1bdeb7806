#pragma once

#include <filesystem>
#include <optional>

#include "testbench/app/cli/command.h"
#include "testbench/app/sweep/sweep_plan.h"
#include "testbench/app/sweep/sweep_runner.h"

namespace tactus {

/// `tactus sweep SCENARIO --over KEY=VALUES ... --seeds N`: checks every point, runs those without a result, writes the
/// table. Ends with `kInputWrong` before anything has run, or with the worst status of all points.
class SweepCommand final : public Command {
 public:
  SweepRequest request;
  /// Result folder; if nothing: results/<name of the scenario>-sweep, in the current folder.
  std::optional<std::filesystem::path> out;
  std::size_t jobs = one_job_per_core();  ///< processes at the same time
  std::optional<SweepShard> shard;        ///< if nothing: all points, and the table
  bool quiet = false;                     ///< print neither progress nor table

  void declare(CommandOptions& options) override;
  void check() override;
  int execute() override;
};

}  // namespace tactus
