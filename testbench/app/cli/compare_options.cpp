#include "testbench/app/cli/compare_options.h"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/options.h"

namespace tactus {
namespace {

std::vector<Level> to_levels(const std::string& text) {
  std::vector<Level> levels;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const Level level = to_level(text.substr(begin, end - begin), "--levels");
    if (std::find(levels.begin(), levels.end(), level) != levels.end()) {
      throw UsageError(fmt::format("--levels {}: a level is always equal to itself", text));
    }
    levels.push_back(level);
    begin = end + 1;
  }
  if (levels.size() < 2) {
    throw UsageError(fmt::format("--levels {}: at least two levels, parted by commas, as in cycle,packet", text));
  }
  return levels;
}

}  // namespace

Command add_compare_command(CommandParser& parser, CompareArguments& arguments) {
  Command compare =
      parser.add("compare", "Run a scenario at several levels: the exact ones packet by packet, flow with its error");
  compare.option("SCENARIO", arguments.scenario, {"Scenario file"}, true);
  compare.option("--levels", arguments.levels,
                 {"Levels, each compared with the first; by default cycle,packet", "LEVEL,LEVEL..."});
  compare.option("--threads", arguments.threads, {kThreadsHelp, "N"});
  add_set_option(compare, arguments.overrides, "As of run; may be repeated");
  compare.flag("--json", arguments.json, "Print one JSON object instead of the table");
  // A test hook, not for users: two levels that differ.
  compare.hidden_flag("--late-credits", arguments.late_credits);
  return compare;
}

CompareOptions to_compare_options(const CompareArguments& arguments) {
  CompareOptions options;
  options.scenario = arguments.scenario;
  options.levels = to_levels(arguments.levels);
  options.threads = to_threads(arguments.threads, options.levels);
  options.overrides = arguments.overrides;
  options.json = arguments.json;
  options.late_credits = arguments.late_credits;
  return options;
}

}  // namespace tactus
