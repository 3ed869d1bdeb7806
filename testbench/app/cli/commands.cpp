#include "testbench/app/cli/commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <systemc>

#include "testbench/app/about/about.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/scenario/key_documents.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

const std::vector<CommandRow>& commands() {
  static const std::vector<CommandRow> kCommands = {
      {"run", "Simulate a scenario and write its results", make_run_command},
      {"explain", "Say why a run takes as long as it does, and try what may make it faster", make_explain_command},
      {"compare",
       "Run a scenario at several levels: the exact ones packet by packet, flow with its error; or with other "
       "settings, "
       "figure by figure",
       make_compare_command},
      {"sweep", "Run a scenario for every combination of values, into one table", make_sweep_command},
      {"explore",
       "Compare designs over machines, workloads, disturbances and seeds: gain, regret, worst case and what they cost",
       make_explore_command},
      {"tune",
       "Find the best bias of each sequence alone, or the best redundant rounds of a butterfly, and write a scenario "
       "that has them",
       make_tune_command},
      {"phases", "Print the schedule of a scenario with pacing mode phase: slots, periods and what they cost",
       make_phases_command},
      {"routes", "Print the route table of a scenario's machine, for router.routing table", make_routes_command},
      {"report", "Make a page of results, to be looked at in a browser", make_report_command},
      {"validate", "Run what a paper reports and compare, claim by claim", make_validate_command},
      {"check-part", "Run the benches of a part, alone and in what is around it, on RTL of yours",
       make_check_part_command},
      {"area", "Measure parts of the RTL, yours beside ours: cells, flip-flops, memory bits, logic depth",
       make_area_command},
      {"rtl", "Write a node of a scenario's machine as RTL, with file lists, register map and a bench of its own",
       make_rtl_command},
      {"import", "Read a schedule or trace of an application, and print what was understood", make_import_command},
      {"list", "Print the scenarios that come along, one line each", make_list_command},
  };
  return kCommands;
}

namespace {

constexpr char kOfLauncher[] = "test";
constexpr char kFooter[] =
    "\n./tactus test [CTEST ARGS] builds and runs the whole test suite.\n"
    "./tactus --no-install COMMAND ... installs no missing package.\n"
    "Both belong to the launcher, the script `tactus` at the top of the repository.\n\n"
    "Exit status: 0 done, 2 wrong input, 3 the model found a violation, 4 a comparison does not hold, 1 anything "
    "else,\n"
    "128 + N ended by signal N.";

void check_name(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().rfind('-', 0) == 0) return;
  const std::string& command = arguments.front();
  if (command == kOfLauncher) throw UsageError("test is a command of the launcher: ./tactus test");
  std::vector<std::string> names;
  for (const CommandRow& row : commands()) names.emplace_back(row.name);
  if (std::find(names.begin(), names.end(), command) != names.end()) return;
  names.emplace_back(kOfLauncher);
  throw UsageError(fmt::format("unknown command '{}' (there are: {}){}", command, fmt::join(names, ", "),
                               did_you_mean(command, names)));
}

/// Plug-ins that the arguments name, loaded so that the help can tell of them. Throws UsageError.
void load_named_plugins(const std::vector<std::string>& arguments) {
  constexpr char kOption[] = "--plugin";
  const std::string with_value = std::string(kOption) + "=";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].compare(0, with_value.size(), with_value) == 0)
      load_or_refuse(arguments[i].substr(with_value.size()));
    if (arguments[i] == kOption && i + 1 < arguments.size()) load_or_refuse(arguments[i + 1]);
  }
}

/// Keys that plug-ins bring; empty without plug-ins.
std::string keys_of_plugins() {
  std::string text;
  for (const KeySpec& key : scenario_keys()) {
    if (!key.plugin.empty()) text += key_help(key);
  }
  return text.empty() ? "" : "\nKeys that the plug-ins bring, for --set and for scenarios:\n" + text;
}

}  // namespace

int ShowHelp::execute() {
  print_safely(stdout, "{}", text_);
  return kDone;
}

int ShowVersion::execute() {
  print_safely(stdout, "tactus {}, {}\n", tactus_version(), sc_core::sc_version());
  return kDone;
}

std::unique_ptr<Command> parse_command_line(std::vector<std::string> arguments) {
  check_name(arguments);
  CommandParser parser(kFooter);
  for (const CommandRow& row : commands()) parser.add(row.name, row.help, row.make());
  const std::vector<std::string> given = arguments;
  switch (parser.parse(std::move(arguments))) {
    case CommandParser::Answer::kHelp:
      load_named_plugins(given);
      return std::make_unique<ShowHelp>(parser.help() + keys_of_plugins());
    case CommandParser::Answer::kVersion:
      return std::make_unique<ShowVersion>();
    case CommandParser::Answer::kCommand:
      break;
  }
  return parser.command();
}

}  // namespace tactus
