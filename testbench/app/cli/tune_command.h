#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/cli/command.h"
#include "testbench/app/sweep/sweep_runner.h"
#include "testbench/app/tune/butterfly_search.h"
#include "testbench/app/tune/sequence_tuning.h"

namespace tactus {

/// `tactus tune SCENARIO --out FILE.yaml ...`: finds biases of sequences or redundant rounds of a butterfly, as the
/// workload is. Runs what has no result yet, prints the table and writes the scenario; without all results no scenario
/// is written.
class TuneCommand final : public Command {
 public:
  /// Options of any tuning.
  std::string scenario;                ///< path
  std::vector<std::string> overrides;  ///< texts behind `--set`
  std::optional<Level> level;
  std::optional<std::string> bias;         ///< option for sequences alone
  std::optional<std::string> imbalance;    ///< option for sequences alone
  std::vector<std::string> for_butterfly;  ///< given options that only a butterfly has
  ButterflySearchRequest butterfly;        ///< request that these options make
  std::filesystem::path out;               ///< scenario to be written
  /// Folder of the runs; if nothing: results/<name of the scenario>-tune, in the current folder.
  std::optional<std::filesystem::path> runs;
  std::size_t jobs = one_job_per_core();  ///< processes or threads at the same time
  bool json = false;                      ///< print the table as JSON
  bool quiet = false;                     ///< print neither progress nor table

  /// All that decides the outcome, as one line of a command.
  [[nodiscard]] std::string command_text() const;

  void declare(CommandOptions& options) override;
  void check() override;
  int execute() override;

 private:
  void declare_for_sequences(CommandOptions& options);
  void declare_for_butterflies(CommandOptions& options);

  std::vector<std::pair<std::string, std::string>> decisive_;  ///< options that decide over the outcome, as given
};

}  // namespace tactus
