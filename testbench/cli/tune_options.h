#pragma once

#include <CLI/App.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/tune/sequence_tuning.h"

namespace tactus {

/// `tactus tune SCENARIO --out FILE.yaml ...`
struct TuneOptions {
  TuneRequest request;
  std::filesystem::path out;  ///< scenario to be written
  /// Folder of the runs; if nothing: results/<name of the scenario>-tune, in the current folder.
  std::optional<std::filesystem::path> runs;
  std::optional<std::size_t> jobs;  ///< processes at the same time; if nothing: one per core
  bool quiet = false;               ///< print neither progress nor table
};

/// What CLI11 fills in, before it is checked and typed.
struct TuneArguments {
  std::string scenario;
  std::vector<std::string> overrides;
  std::string level;
  std::string bias;
  std::string imbalance;
  std::string out;
  std::string runs;
  std::string jobs;
  bool quiet = false;
};

/// Adds the command to `app`; `arguments` must outlive it.
CLI::App* add_tune_command(CLI::App& app, TuneArguments& arguments);
/// Throws UsageError.
TuneOptions to_tune_options(const TuneArguments& arguments);

}  // namespace tactus
