#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/cli/command.h"

namespace tactus {

/// `tactus phases SCENARIO`: prints the schedule of a scenario whose pacing mode has slots, without running it.
class PhasesCommand final : public Command {
 public:
  std::filesystem::path scenario;
  std::vector<std::string> overrides;
  bool csv = false;

  void declare(CommandOptions& options) override;
  void check() override {}
  int execute() override;
};

}  // namespace tactus
