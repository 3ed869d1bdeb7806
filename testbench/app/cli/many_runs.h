#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/cli/command.h"
#include "testbench/app/sweep/sweep_runner.h"

namespace tactus {

/// Words of the help of a command that makes many runs.
struct ManyRunsText {
  std::string things;  ///< plural of a run: "points"
  std::string whole;   ///< all runs together: "sweep"
  std::string out;     ///< help of `--out`
  std::string set;     ///< help of `--set`
  std::string level;   ///< help of `--level`
};

/// A command that makes many runs into a folder, of which other machines may make shards.
class ManyRunsCommand : public Command {
 public:
  std::optional<std::filesystem::path> out;  ///< result folder; if nothing: the command's own, in the current folder
  std::size_t jobs = one_job_per_core();     ///< processes at the same time
  std::optional<SweepShard> shard;           ///< if nothing: all runs, and the tables
  bool quiet = false;                        ///< print no progress, and a line per run in place of the table

 protected:
  /// Adds the options that these commands have in common; `level` and `overrides` are the request's.
  void declare_runs(CommandOptions& options, std::optional<Level>& level, std::vector<std::string>& overrides,
                    const ManyRunsText& text);
  /// How the runs are executed, into `folder` unless the user says another.
  [[nodiscard]] SweepExecution execution(const std::filesystem::path& folder) const;
};

/// Value of `--seeds`, from `least` on; `why` follows the range in the message. Throws UsageError.
std::size_t to_seeds(const std::string& text, std::size_t least, const std::string& why = "");

}  // namespace tactus
