#include "testbench/app/cli/tune_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/options.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {

namespace {

int to_number(const std::string& option, const std::string& text) {
  constexpr std::size_t kDigits = 6;
  const bool negative = !text.empty() && text.front() == '-';
  const std::string digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || digits.size() > kDigits || digits.find_first_not_of("0123456789") != std::string::npos) {
    throw UsageError(fmt::format("{} {}: a whole number of at most {} digits", option, text, kDigits));
  }
  return std::stoi(text);
}

std::vector<int> to_numbers(const std::string& option, const std::vector<std::string>& texts) {
  std::vector<int> numbers;
  for (const std::string& text : texts) numbers.push_back(to_number(option, text));
  return numbers;
}

NoiseReading to_reading(const std::string& text) {
  if (text == "added") return NoiseReading::kAdded;
  if (text == "processor") return NoiseReading::kProcessor;
  throw UsageError(
      fmt::format("--noise-reading {}: added or processor{}", text, did_you_mean(text, {"added", "processor"})));
}

void add_sequence_options(Command& tune, TuneArguments& arguments) {
  const char* group = "Sequences (biases)";
  tune.option(
      "--bias", arguments.bias,
      {fmt::format("Biases to try: values and ranges, by default {}", TuneRequest().bias), "FROM:TO:STEP", group});
  tune.option("--imbalance", arguments.imbalance,
              {"While tuning, ranks begin late by a random time of at most so much; by default as the scenario says",
               "TIME", group});
}

void add_butterfly_options(Command& tune, TuneArguments& arguments) {
  const auto text = [](std::string help, const char* type) {
    return OptionText{std::move(help), type, "Butterflies (redundant rounds)"};
  };
  const ButterflySearchRequest defaults;
  tune.option("--middle", arguments.middle,
              text(fmt::format("Most rounds in the middle, by default {}", defaults.middle_rounds), "M"));
  tune.list("--positions", arguments.positions,
            text("Rounds after which they are tried, parted by commas; by default every one but the last", "D"));
  tune.option("--final", arguments.final_rounds, text("Most rounds at the end, by default 20; with --level 4", "L"));
  tune.option("--repetitions", arguments.repetitions,
              text("Butterflies per choice, by default 100; with --level 20", "N"));
  tune.list(
      "--dimensions", arguments.dimensions,
      text("Tell the best for 2^K processes too, by the recursion with the machine's messages; parted by commas", "K"));
  tune.option("--noise-reading", arguments.reading,
              text("What noise delays in the recursion: added, the step in which an event begins, as the\npaper has it "
                   "(default); processor, whatever the processor does",
                   "added|processor"));
}

/// The options of butterflies that are given.
std::vector<std::string> given_for_butterfly(const TuneArguments& arguments) {
  std::vector<std::string> given;
  const auto note = [&](const char* option, bool empty) {
    if (!empty) given.emplace_back(option);
  };
  note("--middle", arguments.middle.empty());
  note("--positions", arguments.positions.empty());
  note("--final", arguments.final_rounds.empty());
  note("--repetitions", arguments.repetitions.empty());
  note("--dimensions", arguments.dimensions.empty());
  note("--noise-reading", arguments.reading.empty());
  return given;
}

ButterflySearchRequest to_butterfly_request(const TuneArguments& arguments) {
  ButterflySearchRequest request;
  if (!arguments.middle.empty()) request.middle_rounds = to_number("--middle", arguments.middle);
  request.positions = to_numbers("--positions", arguments.positions);
  if (!arguments.final_rounds.empty()) request.final_rounds = to_number("--final", arguments.final_rounds);
  if (!arguments.repetitions.empty()) request.repetitions = to_number("--repetitions", arguments.repetitions);
  request.dimensions = to_numbers("--dimensions", arguments.dimensions);
  if (!arguments.reading.empty()) request.reading = to_reading(arguments.reading);
  return request;
}

/// What decides over the outcome, on one line.
std::string command_text(const TuneArguments& arguments) {
  std::string text = fmt::format("tactus tune {}", arguments.scenario);
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) text += fmt::format(" {} '{}'", option, value);
  };
  for (const std::string& override_text : arguments.overrides) add("--set", override_text);
  add("--level", arguments.level);
  add("--bias", arguments.bias);
  add("--imbalance", arguments.imbalance);
  add("--middle", arguments.middle);
  add("--positions", fmt::format("{}", fmt::join(arguments.positions, ",")));
  add("--final", arguments.final_rounds);
  add("--repetitions", arguments.repetitions);
  add("--noise-reading", arguments.reading);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

Command add_tune_command(CommandParser& parser, TuneArguments& arguments) {
  Command tune = parser.add(
      "tune",
      "Find the best bias of each sequence alone, or the best redundant rounds of a butterfly, and write a scenario "
      "that has them");
  tune.option("SCENARIO", arguments.scenario, {"Scenario file; a2at, pwx, ring, a2ass2d or butterfly"}, true);
  tune.option("--out", arguments.out, {"Scenario file to write", "FILE.yaml"}, true);
  tune.option("--level", arguments.level,
              {"As of run. Sequences: by default packet if the machine allows it, else cycle.\nButterflies: where "
               "the rounds are messages; by default the recursion of the jitter paper",
               "LEVEL"});
  add_set_option(tune, arguments.overrides, "As of run; may be repeated");
  tune.option("--runs", arguments.runs,
              {"Folder of the runs, by default results/<name of the scenario>-tune.\nThose that have their result "
               "in it are not run again",
               "DIR"});
  add_jobs_option(tune, arguments.jobs, "Runs, or threads,");
  tune.flag("--json", arguments.json, "Print what was found as JSON instead of the table");
  tune.flag("--quiet", arguments.quiet, "Print neither progress nor table");
  add_sequence_options(tune, arguments);
  add_butterfly_options(tune, arguments);
  return tune;
}

TuneOptions to_tune_options(const TuneArguments& arguments) {
  TuneOptions options;
  options.scenario = arguments.scenario;
  options.overrides = arguments.overrides;
  if (!arguments.level.empty()) options.level = to_level(arguments.level);
  if (!arguments.bias.empty()) options.bias = arguments.bias;
  if (!arguments.imbalance.empty()) options.imbalance = arguments.imbalance;
  options.for_butterfly = given_for_butterfly(arguments);
  options.butterfly = to_butterfly_request(arguments);
  options.out = arguments.out;
  if (options.out.extension() != ".yaml") {
    throw UsageError(fmt::format("--out {}: the name of a scenario ends in .yaml", arguments.out));
  }
  if (!arguments.runs.empty()) options.runs = arguments.runs;
  options.jobs = to_jobs(arguments.jobs);
  options.json = arguments.json;
  options.quiet = arguments.quiet;
  options.command = command_text(arguments);
  return options;
}

}  // namespace tactus
