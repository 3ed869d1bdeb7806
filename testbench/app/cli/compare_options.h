#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/cli/command_parser.h"
#include "testbench/app/run/level.h"

namespace tactus {

/// `tactus compare SCENARIO ...`
struct CompareOptions {
  std::filesystem::path scenario;
  std::vector<Level> levels = {Level::kCycle, Level::kPacket};  ///< two or more; the first is the reference
  std::vector<std::string> overrides;                           ///< texts behind `--set`, in order
  int threads = 1;                                              ///< of the packet level
  bool json = false;                                            ///< print an object instead of the table
  bool late_credits = false;  ///< test hook: credits of the packet level come a cycle late
};

/// What the parser fills in, before it is checked and typed.
struct CompareArguments {
  std::string scenario;
  std::string levels = "cycle,packet";
  std::string threads;
  std::vector<std::string> overrides;
  bool json = false;
  bool late_credits = false;
};

/// Adds the command to `app`; `arguments` must outlive it.
Command add_compare_command(CommandParser& parser, CompareArguments& arguments);
/// Throws UsageError.
CompareOptions to_compare_options(const CompareArguments& arguments);

}  // namespace tactus
