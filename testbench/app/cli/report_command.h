#pragma once

#include <filesystem>
#include <optional>

#include "testbench/app/cli/command.h"

namespace tactus {

/// `tactus report DIR [DIR2] ...`: makes a page of results.
class ReportCommand final : public Command {
 public:
  std::filesystem::path folder;
  std::optional<std::filesystem::path> other;  ///< the run to put beside it
  std::filesystem::path out;                   ///< the page

  void declare(CommandOptions& options) override;
  void check() override;
  /// Throws UnreadableResult if there is no result, or a broken one, and ResultFileError if the page cannot be written.
  int execute() override;
};

}  // namespace tactus
