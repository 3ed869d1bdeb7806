#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "testbench/app/cli/command.h"
#include "testbench/app/import/importer.h"

namespace tactus {

/// `tactus import FILE --to goal`: reads a schedule or trace and prints what was understood as GOAL text, with a
/// summary on stderr. Ends with `kInputWrong` and all faults if something in it is wrong or unknown; nothing is
/// written then.
class ImportCommand final : public Command {
 public:
  std::filesystem::path file;
  std::string to;
  std::string format;  ///< empty: recognised
  std::optional<std::filesystem::path> out;
  ImportSettings settings;

  void declare(CommandOptions& options) override;
  void check() override;
  int execute() override;
};

}  // namespace tactus
