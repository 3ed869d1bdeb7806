#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/cli/command.h"
#include "testbench/app/run/fabric_factory.h"
#include "testbench/app/run/level.h"

namespace tactus {

/// `tactus compare SCENARIO ...`: runs the scenario at all levels, each in a process of its own, and prints what
/// differs. Ends with `kDoesNotHold` if anything does, with `kViolation` if all found the same violation.
///
/// With `--with KEY=VALUE` it runs the scenario at one level, as it is and with these settings, and prints the figures
/// of both side by side. Ends with `kViolation` if either found a violation.
class CompareCommand final : public Command {
 public:
  std::filesystem::path scenario;
  std::vector<Level> levels = {Level::kCycle, Level::kPacket};  ///< two or more; the first is the reference
  std::vector<std::string> overrides;                           ///< texts behind `--set`, in order
  std::vector<std::string> with;                                ///< settings of the second run
  std::optional<Level> level;                                   ///< level of both runs, with `with`
  bool levels_given = false;                                    ///< by `--levels`
  bool json = false;                                            ///< print an object instead of the table
  FabricOptions fabric;                                         ///< options that every run shares

  void declare(CommandOptions& options) override;
  void check() override;
  int execute() override;

 private:
  [[nodiscard]] int compare_settings() const;
};

}  // namespace tactus
