#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "testbench/app/cli/command_parser.h"

namespace tactus {

/// `tactus report DIR [DIR2] ...`
struct ReportOptions {
  std::filesystem::path folder;
  std::optional<std::filesystem::path> other;  ///< the run to put beside it
  std::filesystem::path out;                   ///< the page
};

/// What the parser fills in, before it is checked and typed.
struct ReportArguments {
  std::string folder;
  std::string other;
  std::string out;
};

/// Adds the command to `parser`; `arguments` must outlive it.
Command add_report_command(CommandParser& parser, ReportArguments& arguments);
/// Throws UsageError.
ReportOptions to_report_options(const ReportArguments& arguments);

}  // namespace tactus
