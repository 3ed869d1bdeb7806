#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/cli/command.h"
#include "testbench/app/run/fabric_factory.h"
#include "testbench/app/run/level.h"

namespace tactus {

/// `tactus compare SCENARIO ...`: runs the scenario at all levels, each in a process of its own, and prints what
/// differs. Ends with `kDoesNotHold` if anything does, with `kViolation` if all found the same violation.
class CompareCommand final : public Command {
 public:
  std::filesystem::path scenario;
  std::vector<Level> levels = {Level::kCycle, Level::kPacket};  ///< two or more; the first is the reference
  std::vector<std::string> overrides;                           ///< texts behind `--set`, in order
  bool json = false;                                            ///< print an object instead of the table
  FabricOptions fabric;                                         ///< options that every run shares

  void declare(CommandOptions& options) override;
  int execute() override;
};

}  // namespace tactus
