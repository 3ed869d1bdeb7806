#include "testbench/app/cli/options.h"
#include "testbench/app/cli/common_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"

namespace tactus {
namespace {

const std::vector<std::string> kCommands = {"run", "compare", "sweep", "tune", "validate", "list", "test"};
const std::vector<std::string> kLevels = {"cycle", "packet", "flow"};
/// What CLI11 takes `--waves` without a value for.
constexpr char kFormatOfScenario[] = "scenario";

constexpr char kFooter[] =
    "\n./tactus test [CTEST ARGS] builds and runs the whole test suite.\n"
    "./tactus --no-install COMMAND ... installs no missing package.\n"
    "Both belong to the launcher, the script `tactus` at the top of the repository.\n\n"
    "Exit status: 0 done, 2 wrong input, 3 the model found a violation, 4 a comparison does not hold, 1 anything else.";

/// What CLI11 fills in, before it is checked and typed.
struct RunArguments {
  std::string scenario;
  std::string level = kLevels.front();
  std::string threads;
  std::vector<std::string> overrides;
  std::string out;
  std::string waves;
  bool json = false;
  bool quiet = false;
  bool drop_credits = false;
};

CLI::App* add_run_command(CLI::App& app, RunArguments& arguments) {
  CLI::App* run = app.add_subcommand("run", "Simulate a scenario and write its results");
  run->add_option("SCENARIO", arguments.scenario, "Scenario file; `list` names those that come along")
      ->required()
      ->type_name("");
  run->add_option("--level", arguments.level, fmt::format("How to execute the machine: {}", fmt::join(kLevels, ", ")))
      ->type_name("LEVEL");
  run->add_option("--threads", arguments.threads, kThreadsHelp)->type_name("N");
  add_set_option(*run, arguments.overrides,
                 "Set a parameter of the scenario, or any of its keys by its dotted path; may be repeated");
  run->add_option("--out", arguments.out,
                  "Result folder, by default results/<name of the scenario>.\nFiles of an earlier run are "
                  "replaced, other files in it are left alone")
      ->type_name("DIR");
  run->add_flag(fmt::format("--waves{{{}}}", kFormatOfScenario), arguments.waves,
                "Dump waveforms of the nodes that the scenario chooses; --waves=fst and --waves=vcd choose the format")
      ->type_name("");
  run->add_flag("--json", arguments.json, "Print result.json instead of the summary");
  run->add_flag("--quiet", arguments.quiet, "Print neither progress nor summary");
  // A test hook, not for users: routers break the credit rule, so that the watchdog has something to find.
  run->add_flag("--drop-credits", arguments.drop_credits)->group("");
  return run;
}

std::optional<WaveFormat> to_wave_format(const std::string& text) {
  if (text == kFormatOfScenario) return std::nullopt;
  if (text == "fst") return WaveFormat::kFst;
  if (text == "vcd") return WaveFormat::kVcd;
  throw UsageError(fmt::format("--waves={}: no such format (there are: fst, vcd)", text));
}

RunOptions to_run_options(const RunArguments& arguments) {
  RunOptions options;
  options.scenario = arguments.scenario;
  options.level = to_level(arguments.level);
  options.threads = to_threads(arguments.threads, {options.level});
  options.overrides = arguments.overrides;
  if (!arguments.out.empty()) options.out = arguments.out;
  options.waves = !arguments.waves.empty();
  if (options.waves) options.wave_format = to_wave_format(arguments.waves);
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

/// The first argument that no option or positional wanted: the likely cause of whatever else is wrong.
std::optional<std::string> unexpected_argument(const CLI::App& app) {
  const std::vector<std::string> remaining = app.remaining(true);
  if (remaining.empty()) return std::nullopt;
  const std::string& argument = remaining.front();
  std::vector<const CLI::App*> scopes = {&app};
  for (const CLI::App* command : app.get_subcommands()) scopes.push_back(command);
  std::vector<std::string> names;
  for (const CLI::App* scope : scopes) {
    for (const CLI::Option* option : scope->get_options()) {
      if (option->nonpositional()) names.push_back(option->get_name());
    }
  }
  return fmt::format("unexpected argument '{}'{}", argument,
                     did_you_mean(argument.substr(0, argument.find('=')), names));
}

}  // namespace

Level to_level(const std::string& text) {
  for (const Level level : {Level::kCycle, Level::kPacket, Level::kFlow}) {
    if (text == to_string(level)) return level;
  }
  throw UsageError(fmt::format("--level {}: no such level (there are: {}){}", text, fmt::join(kLevels, ", "),
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
  CLI::App app{"Hardware model of an HPC interconnect node", "tactus"};
  app.footer(kFooter);
  app.set_version_flag("--version", std::string(), "Print the versions of this program and of SystemC");
  RunArguments run_arguments;
  const CLI::App* run = add_run_command(app, run_arguments);
  CompareArguments compare_arguments;
  const CLI::App* compare = add_compare_command(app, compare_arguments);
  SweepArguments sweep_arguments;
  const CLI::App* sweep = add_sweep_command(app, sweep_arguments);
  TuneArguments tune_arguments;
  const CLI::App* tune = add_tune_command(app, tune_arguments);
  ValidateArguments validate_arguments;
  const CLI::App* validate = add_validate_command(app, validate_arguments);
  app.add_subcommand("list", "Print the scenarios that come along, one line each");

  const bool asks_nothing = arguments.empty();
  std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 takes them in
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    return ShowHelp{app.help()};
  } catch (const CLI::CallForVersion&) {
    return ShowVersion{};
  } catch (const CLI::ParseError& error) {
    throw UsageError(unexpected_argument(app).value_or(error.what()));
  }
  if (asks_nothing) return ShowHelp{app.help()};
  if (run->parsed()) return to_run_options(run_arguments);
  if (compare->parsed()) return to_compare_options(compare_arguments);
  if (sweep->parsed()) return to_sweep_options(sweep_arguments);
  if (tune->parsed()) return to_tune_options(tune_arguments);
  if (validate->parsed()) return to_validate_options(validate_arguments);
  return ListOptions{};
}

}  // namespace tactus
