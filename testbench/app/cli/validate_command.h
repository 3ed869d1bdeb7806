#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/cli/command.h"
#include "testbench/app/sweep/sweep_runner.h"
#include "testbench/app/validate/paper.h"

namespace tactus {

/// `tactus validate [PAPER] ...`: runs what has no result yet and prints a verdict for each claim. Ends with
/// `kDoesNotHold` if a claim does not; those that were not run do not count.
class ValidateCommand final : public Command {
 public:
  std::vector<std::string> papers = paper_names();  ///< names, or files of claims; by default all that came along
  /// Folder of the runs; if nothing: results/validate, in the current folder. Each paper has its own in it.
  std::optional<std::filesystem::path> out;
  std::string only;                       ///< claims that have this in their text or source
  std::size_t jobs = one_job_per_core();  ///< processes or threads at the same time
  bool full = false;                      ///< also the runs that take long
  bool json = false;                      ///< print objects instead of the table

  void declare(CommandOptions& options) override;
  int execute() override;
};

}  // namespace tactus
