#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/cli/command_parser.h"
#include "testbench/app/tune/butterfly_search.h"
#include "testbench/app/tune/sequence_tuning.h"

namespace tactus {

/// `tactus tune SCENARIO --out FILE.yaml ...`
struct TuneOptions {
  /// Of either request: what is asked of any tuning.
  std::string scenario;                ///< path
  std::vector<std::string> overrides;  ///< texts behind `--set`
  std::optional<Level> level;
  std::optional<std::string> bias;         ///< of sequences only
  std::optional<std::string> imbalance;    ///< the same
  std::vector<std::string> for_butterfly;  ///< options given that are of a butterfly only
  ButterflySearchRequest butterfly;        ///< what they say, and nothing else
  std::filesystem::path out;               ///< scenario to be written
  /// Folder of the runs; if nothing: results/<name of the scenario>-tune, in the current folder.
  std::optional<std::filesystem::path> runs;
  std::size_t jobs = 1;  ///< processes or threads at the same time
  bool json = false;     ///< print the table as JSON
  bool quiet = false;    ///< print neither progress nor table
  std::string command;   ///< what was asked for, on one line
};

/// What the parser fills in, before it is checked and typed.
struct TuneArguments {
  std::string scenario;
  std::vector<std::string> overrides;
  std::string level;
  std::string bias;
  std::string imbalance;
  std::string middle;
  std::vector<std::string> positions;
  std::string final_rounds;
  std::vector<std::string> dimensions;
  std::string repetitions;
  std::string reading;
  std::string out;
  std::string runs;
  std::string jobs;
  bool json = false;
  bool quiet = false;
};

/// Adds the command to `app`; `arguments` must outlive it.
Command add_tune_command(CommandParser& parser, TuneArguments& arguments);
/// Throws UsageError.
TuneOptions to_tune_options(const TuneArguments& arguments);

}  // namespace tactus
