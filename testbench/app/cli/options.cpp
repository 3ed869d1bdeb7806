#include "testbench/app/cli/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/waves_options.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"

namespace tactus {
namespace {

const std::vector<std::string> kCommands = {"run",    "explain",  "compare", "sweep", "tune",
                                            "report", "validate", "list",    "test"};
const std::vector<std::string> kLevels = {"cycle", "packet", "flow"};

constexpr char kFooter[] =
    "\n./tactus test [CTEST ARGS] builds and runs the whole test suite.\n"
    "./tactus --no-install COMMAND ... installs no missing package.\n"
    "Both belong to the launcher, the script `tactus` at the top of the repository.\n\n"
    "Exit status: 0 done, 2 wrong input, 3 the model found a violation, 4 a comparison does not hold, 1 anything "
    "else,\n"
    "128 + N ended by signal N.";

/// What the parser fills in, before it is checked and typed.
struct RunArguments {
  std::string scenario;
  std::string level;
  std::string threads;
  std::vector<std::string> overrides;
  std::string out;
  WavesArguments waves;
  bool json = false;
  bool quiet = false;
  bool drop_credits = false;
};

Command add_run_command(CommandParser& parser, RunArguments& arguments) {
  Command run = parser.add("run", "Simulate a scenario and write its results");
  run.option("SCENARIO", arguments.scenario, {"Scenario file; `list` names those that come along"}, true);
  run.option("--level", arguments.level,
             {fmt::format("How to execute the machine: {}; by default {}, and rails packet", fmt::join(kLevels, ", "),
                          kLevels.front()),
              "LEVEL"});
  run.option("--threads", arguments.threads, {kThreadsHelp, "N"});
  add_set_option(run, arguments.overrides,
                 "Set a parameter of the scenario, or any of its keys by its dotted path; may be repeated");
  run.option("--out", arguments.out,
             {"Result folder, by default results/<name of the scenario>.\nFiles of an earlier run are "
              "replaced, other files in it are left alone",
              "DIR"});
  add_waves_options(run, arguments.waves);
  run.flag("--json", arguments.json, "Print result.json instead of the summary");
  run.flag("--quiet", arguments.quiet, "Print neither progress nor summary");
  // A test hook, not for users: routers break the credit rule, so that the watchdog has something to find.
  run.hidden_flag("--drop-credits", arguments.drop_credits);
  return run;
}

RunOptions to_run_options(const RunArguments& arguments) {
  RunOptions options;
  options.scenario = arguments.scenario;
  if (!arguments.level.empty()) options.level = to_level(arguments.level);
  options.threads = to_threads(arguments.threads, {options.level.value_or(Level::kCycle)});
  options.overrides = arguments.overrides;
  if (!arguments.out.empty()) options.out = arguments.out;
  const WavesOptions waves = to_waves_options(arguments.waves, arguments.overrides);
  options.waves = waves.on;
  options.wave_format = waves.format;
  options.waves_around = waves.around;
  options.json = arguments.json;
  options.quiet = arguments.quiet;
  options.drop_credits = arguments.drop_credits;
  return options;
}

void check_command(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().rfind('-', 0) == 0) return;
  const std::string& command = arguments.front();
  if (command == "test") throw UsageError("test is a command of the launcher: ./tactus test");
  if (std::find(kCommands.begin(), kCommands.end(), command) != kCommands.end()) return;
  throw UsageError(fmt::format("unknown command '{}' (there are: {}){}", command, fmt::join(kCommands, ", "),
                               did_you_mean(command, kCommands)));
}

}  // namespace

Level to_level(const std::string& text, const std::string& option) {
  for (const Level level : {Level::kCycle, Level::kPacket, Level::kFlow}) {
    if (text == to_string(level)) return level;
  }
  throw UsageError(fmt::format("{} {}: no such level (there are: {}){}", option, text, fmt::join(kLevels, ", "),
                               did_you_mean(text, kLevels)));
}

int to_threads(const std::string& text, const std::vector<Level>& levels) {
  constexpr std::uint64_t kMostThreads = 256;
  if (text.empty()) return 1;
  if (std::find(levels.begin(), levels.end(), Level::kPacket) == levels.end()) {
    throw UsageError(fmt::format("--threads {}: only the packet level has threads: use --level packet", text));
  }
  const Parsed<std::uint64_t> threads = parse_count(text);
  if (!threads || *threads.value == 0 || *threads.value > kMostThreads) {
    throw UsageError(fmt::format("--threads {}: must be a number from 1 to {}", text, kMostThreads));
  }
  return static_cast<int>(*threads.value);
}

CommandLine parse_command_line(std::vector<std::string> arguments) {
  check_command(arguments);
  CommandParser parser(kFooter);
  RunArguments run_arguments;
  const Command run = add_run_command(parser, run_arguments);
  ExplainArguments explain_arguments;
  const Command explain = add_explain_command(parser, explain_arguments);
  CompareArguments compare_arguments;
  const Command compare = add_compare_command(parser, compare_arguments);
  SweepArguments sweep_arguments;
  const Command sweep = add_sweep_command(parser, sweep_arguments);
  TuneArguments tune_arguments;
  const Command tune = add_tune_command(parser, tune_arguments);
  ReportArguments report_arguments;
  const Command report = add_report_command(parser, report_arguments);
  ValidateArguments validate_arguments;
  const Command validate = add_validate_command(parser, validate_arguments);
  parser.add("list", "Print the scenarios that come along, one line each");

  switch (parser.parse(std::move(arguments))) {
    case ParserAnswer::kHelp:
      return ShowHelp{parser.help()};
    case ParserAnswer::kVersion:
      return ShowVersion{};
    case ParserAnswer::kCommand:
      break;
  }
  if (run.given()) return to_run_options(run_arguments);
  if (explain.given()) return to_explain_options(explain_arguments);
  if (compare.given()) return to_compare_options(compare_arguments);
  if (sweep.given()) return to_sweep_options(sweep_arguments);
  if (tune.given()) return to_tune_options(tune_arguments);
  if (report.given()) return to_report_options(report_arguments);
  if (validate.given()) return to_validate_options(validate_arguments);
  return ListOptions{};
}

}  // namespace tactus
