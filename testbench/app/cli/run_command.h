#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/cli/command.h"
#include "testbench/app/cli/waves_options.h"
#include "testbench/app/run/fabric_factory.h"
#include "testbench/app/run/level.h"

namespace tactus {

/// `tactus run SCENARIO ...`: builds and simulates the machine of a scenario, and writes the result folder.
class RunCommand final : public Command {
 public:
  std::filesystem::path scenario;
  std::optional<Level> level;          ///< if nothing: `default_level`
  std::vector<std::string> overrides;  ///< texts behind `--set`, in order, for `read_scenario`
  /// Result folder; if nothing: results/<name of the scenario>, in the current folder. It may exist: files of an
  /// earlier run are replaced, other files are left alone.
  std::optional<std::filesystem::path> out;
  WavesOptions waves;
  bool json = false;   ///< print result.json instead of the summary
  bool quiet = false;  ///< print no progress, and one line in place of the summary
  /// Parts that the machine is made of, and the threads of the packet level.
  FabricOptions fabric;

  void declare(CommandOptions& options) override;
  void check() override;
  int execute() override;

 private:
  WavesArguments waves_arguments_;
};

}  // namespace tactus
