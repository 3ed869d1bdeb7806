#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/cli/command_parser.h"
#include "testbench/app/run/level.h"

namespace tactus {

/// `tactus explain SCENARIO|DIR ...`
struct ExplainOptions {
  std::filesystem::path subject;       ///< a scenario file, or the result folder of a run
  std::optional<Level> level;          ///< of a scenario; if nothing: packet, whose runs are those of the cycle level
  std::vector<std::string> overrides;  ///< texts behind `--set`, in order
  int threads = 1;                     ///< of the packet level
  std::uint64_t tries = 0;             ///< suggestions that are run at most
  bool json = false;                   ///< print an object instead of the page
  bool quiet = false;                  ///< no progress
};

/// What the parser fills in, before it is checked and typed.
struct ExplainArguments {
  std::string subject;
  std::string level;
  std::string threads;
  std::string tries;
  std::vector<std::string> overrides;
  bool json = false;
  bool quiet = false;
};

/// Adds the command to `parser`; `arguments` must outlive it.
Command add_explain_command(CommandParser& parser, ExplainArguments& arguments);
/// Throws UsageError.
ExplainOptions to_explain_options(const ExplainArguments& arguments);

}  // namespace tactus
