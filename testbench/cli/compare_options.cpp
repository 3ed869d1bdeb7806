#include "testbench/cli/compare_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "testbench/cli/options.h"

namespace tactus {

CLI::App* add_compare_command(CLI::App& app, CompareArguments& arguments) {
  CLI::App* compare = app.add_subcommand("compare", "Run a scenario at two levels and compare them packet by packet");
  compare->add_option("SCENARIO", arguments.scenario, "Scenario file")->required()->type_name("");
  compare->add_option("--levels", arguments.levels, "Two levels, by default cycle,packet")->type_name("LEVEL,LEVEL");
  compare->add_option("--threads", arguments.threads, kThreadsHelp)->type_name("N");
  compare->add_option("--set", arguments.overrides, "As of run; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  compare->add_flag("--json", arguments.json, "Print one JSON object instead of the table");
  // A test hook, not for users: two levels that differ.
  compare->add_flag("--late-credits", arguments.late_credits)->group("");
  return compare;
}

CompareOptions to_compare_options(const CompareArguments& arguments) {
  const std::size_t comma = arguments.levels.find(',');
  if (comma == std::string::npos) {
    throw UsageError(fmt::format("--levels {}: two levels, parted by a comma, as in cycle,packet", arguments.levels));
  }
  CompareOptions options;
  options.scenario = arguments.scenario;
  options.levels = {to_level(arguments.levels.substr(0, comma)), to_level(arguments.levels.substr(comma + 1))};
  if (options.levels[0] == options.levels[1]) {
    throw UsageError(fmt::format("--levels {}: a level is always equal to itself", arguments.levels));
  }
  options.threads = to_threads(arguments.threads, {options.levels.begin(), options.levels.end()});
  options.overrides = arguments.overrides;
  options.json = arguments.json;
  options.late_credits = arguments.late_credits;
  return options;
}

}  // namespace tactus
