#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/cli/command.h"

namespace tactus {

/// `tactus rtl SCENARIO --out DIR`: a node of the machine as RTL, with all that it takes to use it elsewhere.
class RtlCommand final : public Command {
 public:
  std::string scenario;
  std::filesystem::path out;
  std::vector<std::string> overrides;

  void declare(CommandOptions& options) override;
  void check() override;
  int execute() override;
};

}  // namespace tactus
