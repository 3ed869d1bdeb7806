#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/cli/command_parser.h"
#include "testbench/app/sweep/sweep_plan.h"
#include "testbench/app/sweep/sweep_shard.h"

namespace tactus {

/// `tactus sweep SCENARIO --over KEY=VALUES ... --seeds N`
struct SweepOptions {
  SweepRequest request;
  /// Result folder; if nothing: results/<name of the scenario>-sweep, in the current folder.
  std::optional<std::filesystem::path> out;
  std::size_t jobs = 1;             ///< processes at the same time
  std::optional<SweepShard> shard;  ///< if nothing: all points, and the table
  bool quiet = false;               ///< print neither progress nor table
  bool drop_credits = false;        ///< test hook: as of `tactus run`
};

/// What the parser fills in, before it is checked and typed.
struct SweepArguments {
  std::string scenario;
  std::vector<std::string> over;
  std::string seeds;
  std::vector<std::string> overrides;
  std::string level;
  std::string out;
  std::string jobs;
  std::string shard;
  bool quiet = false;
  bool drop_credits = false;
};

/// Adds the command to `app`; `arguments` must outlive it.
Command add_sweep_command(CommandParser& parser, SweepArguments& arguments);
/// Throws UsageError.
SweepOptions to_sweep_options(const SweepArguments& arguments);

}  // namespace tactus
