#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/cli/command_parser.h"

namespace tactus {

/// `tactus validate [PAPER] ...`
struct ValidateOptions {
  std::vector<std::string> papers;  ///< names, or files of claims
  /// Folder of the runs; if nothing: results/validate, in the current folder. Each paper has its own in it.
  std::optional<std::filesystem::path> out;
  std::string only;      ///< claims that have this in their text or source
  std::size_t jobs = 1;  ///< processes or threads at the same time
  bool full = false;     ///< also the runs that take long
  bool json = false;     ///< print objects instead of the table
};

/// What the parser fills in, before it is checked and typed.
struct ValidateArguments {
  std::string paper;
  std::string out;
  std::string only;
  std::string jobs;
  bool full = false;
  bool json = false;
};

/// Adds the command to `app`; `arguments` must outlive it.
Command add_validate_command(CommandParser& parser, ValidateArguments& arguments);
/// Throws UsageError.
ValidateOptions to_validate_options(const ValidateArguments& arguments);

}  // namespace tactus
