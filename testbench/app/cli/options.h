#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/cli/compare_options.h"
#include "testbench/app/cli/explain_options.h"
#include "testbench/app/cli/report_options.h"
#include "testbench/app/cli/sweep_options.h"
#include "testbench/app/cli/tune_options.h"
#include "testbench/app/cli/usage_error.h"
#include "testbench/app/cli/validate_options.h"
#include "testbench/app/results/waves_around.h"
#include "testbench/app/run/level.h"
#include "testbench/app/scenario/run_config.h"

namespace tactus {

/// `tactus run SCENARIO ...`
struct RunOptions {
  std::filesystem::path scenario;
  std::optional<Level> level;          ///< if nothing: `default_level`
  int threads = 1;                     ///< of the packet level
  std::vector<std::string> overrides;  ///< texts behind `--set`, in order, for `read_scenario`
  /// Result folder; if nothing: results/<name of the scenario>, in the current folder. It may exist: files of an
  /// earlier run are replaced, other files are left alone.
  std::optional<std::filesystem::path> out;
  bool waves = false;
  std::optional<WaveFormat> wave_format;    ///< if nothing: as the scenario says
  std::optional<WavesAround> waves_around;  ///< if nothing: in the window that the scenario says
  bool json = false;                        ///< print result.json instead of the summary
  bool quiet = false;                       ///< print neither progress nor summary
  bool drop_credits = false;                ///< test hook: routers do not return credits
};

/// `tactus list`
struct ListOptions {};
/// `--help`, of the program or of one command.
struct ShowHelp {
  std::string text;
};
/// `--version`
struct ShowVersion {};

using CommandLine = std::variant<RunOptions, ExplainOptions, CompareOptions, SweepOptions, TuneOptions, ValidateOptions,
                                 ReportOptions, ListOptions, ShowHelp, ShowVersion>;

/// The level of that name, which `option` was given. Throws UsageError.
Level to_level(const std::string& text, const std::string& option = "--level");

/// The value of `--threads` where the packet level is among `levels`; an empty text is 1. Throws UsageError.
int to_threads(const std::string& text, const std::vector<Level>& levels);
inline constexpr char kThreadsHelp[] = "Threads that execute the packet level, by default 1; the outcome is the same";

/// Reads the arguments after the program's name. Throws UsageError.
CommandLine parse_command_line(std::vector<std::string> arguments);

}  // namespace tactus
