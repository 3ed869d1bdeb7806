#include "testbench/app/cli/tune_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "testbench/app/about/about.h"
#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/plugins/plugins.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/progress.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/app/tune/butterfly_scenario.h"

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

NoiseReading to_reading(const std::string& option, const std::string& text) {
  if (text == "added") return NoiseReading::kAdded;
  if (text == "processor") return NoiseReading::kProcessor;
  throw UsageError(
      fmt::format("{} {}: added or processor{}", option, text, did_you_mean(text, {"added", "processor"})));
}

TuneRequest sequence_request(const TuneCommand& options) {
  TuneRequest request;
  request.scenario = options.scenario;
  request.overrides = options.overrides;
  request.level = options.level;
  if (options.bias) request.bias = *options.bias;
  request.imbalance = options.imbalance;
  return request;
}

/// Writes `tuned`, with paths as they are from the file.
void write_tuned(AtomicFile& file, Scenario tuned, const TuneCommand& options) {
  const std::filesystem::path folder = std::filesystem::absolute(file.path()).parent_path();
  const std::filesystem::path before = std::filesystem::absolute(options.scenario).parent_path();
  for (std::string* named : {&tuned.noise_file, &tuned.table_file}) {
    if (!named->empty()) *named = (before / *named).lexically_normal().lexically_proximate(folder).string();
  }
  for (const std::filesystem::path& plugin : common_plugins()) tuned.plugins.push_back(plugin.string());
  const std::filesystem::path schema = std::filesystem::path(scenario_folder()) / "schema.json";
  file.print("# yaml-language-server: $schema={}\n# Made by {}\n{}", schema.lexically_proximate(folder).string(),
             options.command_text(), to_yaml(tuned));
  file.commit();
}

int tune_sequences(const TuneCommand& options, const SweepExecution& how) {
  const TuneRequest request = sequence_request(options);
  const auto planned = plan_tuning(request);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&planned)) return refuse(*faults);
  const TunePlan& plan = std::get<TunePlan>(planned);
  AtomicFile file(options.out);  // before the tuning, which can take long
  SweepRunner runner(plan.sweep, options.scenario, how);
  if (const int status = runner.run(); status != kDone) {
    print_safely(stderr, "tactus: runs have failed: {} is not written\n", options.out.string());
    return status;
  }
  const std::vector<TunedSequence> found = tuned_sequences(plan, how.folder);
  Scenario tuned = tuned_scenario(plan.scenario, found);
  if (request.imbalance) tuned.title += fmt::format(" under {} of imbalance", *request.imbalance);
  write_tuned(file, std::move(tuned), options);
  if (options.json) {
    print_safely(stdout, "{}\n", tuning_json(found));
  } else if (!options.quiet) {
    print_safely(stdout, "{}\n{} run, {} found at {} level in {}; scenario in {}\n", tuning_text(found),
                 plan.sweep.points.size() - runner.found(), runner.found(), to_string(plan.sweep.level),
                 how.folder.string(), options.out.string());
  }
  return kDone;
}

ButterflySearchRequest butterfly_request(const TuneCommand& options) {
  ButterflySearchRequest request = options.butterfly;
  request.scenario = options.scenario;
  request.overrides = options.overrides;
  request.level = options.level;
  return request;
}

/// Tunes every number of processes.
std::vector<TunedButterfly> run_studies(const ButterflySearch& search, const SweepExecution& how) {
  std::vector<TunedButterfly> tuned;
  for (ButterflyTuneRequest study : search.studies) {
    const int dimensions = study.study.butterfly.shape.dimensions;
    study.study.threads = static_cast<int>(how.jobs);
    std::optional<CountProgress> progress;
    const auto show = [&](std::size_t done, std::size_t all) {
      if (!progress) progress.emplace(how.terminal, fmt::format("searches with 2^{} processes", dimensions), all);
      progress->show(done);
    };
    tuned.push_back({dimensions, tune_butterfly(study, show)});
  }
  return tuned;
}

/// What the best of the scenario's own size gains where noise does something else than it was tuned for.
std::string other_reading_text(ButterflyTuneRequest study, const ButterflyChoice& best, std::size_t jobs) {
  const bool was_added = study.study.butterfly.reading == NoiseReading::kAdded;
  study.study.threads = static_cast<int>(jobs);
  study.study.butterfly.reading = was_added ? NoiseReading::kProcessor : NoiseReading::kAdded;
  study.middle_rounds = {best.middle_rounds};
  study.middle_positions = {best.middle_position};
  const ButterflyChoice same = try_butterflies(study).at(static_cast<std::size_t>(best.final_rounds));
  study.middle_rounds = {0};
  const ButterflyChoice plain = try_butterflies(study).front();
  return fmt::format("the best where noise {}: gain {:.2f}\n",
                     was_added ? "takes the processor (--noise-reading processor, and every level)"
                               : "delays the step it begins in (--noise-reading added)",
                     plain.completion.mean / same.completion.mean);
}

/// Answers the worst exit status of all runs.
int run_sweeps(const ButterflySearch& search, const TuneCommand& options, const SweepExecution& how,
               std::size_t& found) {
  int worst = kDone;
  for (const ButterflySweep& sweep : search.sweeps) {
    SweepExecution part = how;
    part.folder /= sweep.name;
    SweepRunner runner(sweep.plan, options.scenario, part);
    worst = std::max(worst, runner.run());
    found += runner.found();
  }
  return worst;
}

std::size_t points_of(const ButterflySearch& search) {
  std::size_t points = 0;
  for (const ButterflySweep& sweep : search.sweeps) points += sweep.plan.points.size();
  return points;
}

/// `how.jobs` are threads of the recursion, processes at a level.
int tune_butterflies(const TuneCommand& options, const SweepExecution& how) {
  const auto planned = plan_butterfly_search(butterfly_request(options));
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&planned)) return refuse(*faults);
  const ButterflySearch& search = std::get<ButterflySearch>(planned);
  const int own = butterfly_dimensions(search.scenario);
  AtomicFile file(options.out);  // before the tuning, which can take long
  std::vector<TunedButterfly> tuned;
  std::string what;
  if (search.sweeps.empty()) {
    tuned = run_studies(search, how);
  } else {
    std::size_t found = 0;
    if (const int status = run_sweeps(search, options, how, found); status != kDone) {
      print_safely(stderr, "tactus: runs have failed: {} is not written\n", options.out.string());
      return status;
    }
    tuned.push_back({own, butterfly_tuning(butterfly_choices(search.sweeps, how.folder))});
    tuned.back().tuning.bound = search.bound;
    what = fmt::format("{} run, {} found at {} level in {}; ", points_of(search) - found, found,
                       to_string(*options.level), how.folder.string());
  }
  for (std::size_t i = 0; i < tuned.size(); ++i) {
    if (tuned[i].dimensions != own) continue;
    const ButterflyChoice& best = tuned[i].tuning.best;
    write_tuned(file, with_rounds(search.scenario, best), options);
    if (!options.quiet && !options.json && search.sweeps.empty())
      what = other_reading_text(search.studies[i], best, how.jobs);
  }
  if (options.json) {
    print_safely(stdout, "{}\n", butterfly_tuning_json(tuned));
  } else if (!options.quiet) {
    print_safely(stdout, "{}{}scenario in {}\n", butterfly_tuning_text(tuned), what, options.out.string());
  }
  return kDone;
}

SweepExecution tune_execution(const TuneCommand& options, const Scenario& scenario) {
  SweepExecution how;
  how.folder = options.runs.value_or(std::filesystem::path("results") / (scenario.name + "-tune"));
  how.jobs = options.jobs;
  how.terminal = progress_terminal(options.quiet);
  how.tells = true;
  return how;
}

}  // namespace

std::unique_ptr<Command> make_tune_command() { return std::make_unique<TuneCommand>(); }

std::string TuneCommand::command_text() const {
  std::string text = fmt::format("tactus tune {}", scenario);
  for (const std::filesystem::path& plugin : common_plugins()) text += fmt::format(" --plugin '{}'", plugin.string());
  for (const std::string& override_text : overrides) text += fmt::format(" --set '{}'", override_text);
  if (level) text += fmt::format(" --level '{}'", to_string(*level));
  for (const auto& [option, value] : decisive_) text += fmt::format(" {} '{}'", option, value);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void TuneCommand::declare(CommandOptions& options) {
  options.option("SCENARIO", scenario, {"Scenario file; a2at, pwx, ring, a2ass2d or butterfly"}, true);
  options.option("--out", out, {"Scenario file to write", "FILE.yaml"}, true);
  add_level_option(options, level,
                   "As of run. Sequences: by default packet if the machine allows it, else cycle.\nButterflies: where "
                   "the rounds are messages; by default the recursion of the jitter paper");
  add_plugin_option(options);
  add_set_option(options, overrides, "As of run; may be repeated");
  options.option("--runs", runs,
                 {"Folder of the runs, by default results/<name of the scenario>-tune.\nThose that have their result "
                  "in it are not run again",
                  "DIR"});
  add_jobs_option(options, jobs, "Runs, or threads,");
  options.flag("--json", json, "Print what was found as JSON instead of the table");
  options.flag("--quiet", quiet, "Print neither progress nor table");
  declare_for_sequences(options);
  declare_for_butterflies(options);
}

void TuneCommand::declare_for_sequences(CommandOptions& options) {
  const auto add = [&](const char* name, std::optional<std::string>& value, const OptionText& text) {
    options.option(
        name,
        [this, name, &value](const std::string& given) {
          value = given;
          decisive_.emplace_back(name, given);
        },
        text);
  };
  const char* group = "Sequences (biases)";
  add("--bias", bias,
      {fmt::format("Biases to try: values and ranges, by default {}", TuneRequest().bias), "FROM:TO:STEP", group});
  add("--imbalance", imbalance,
      {"While tuning, ranks begin late by a random time of at most so much; by default as the scenario says", "TIME",
       group});
}

void TuneCommand::declare_for_butterflies(CommandOptions& options) {
  const auto text_of = [](const std::string& help, const char* type) {
    return OptionText{help, type, "Butterflies (redundant rounds)"};
  };
  const auto add = [&](const char* name, auto& value, auto typed, const OptionText& text) {
    options.option(
        name,
        [this, name, &value, typed](const std::string& given) {
          value = typed(name, given);
          for_butterfly.emplace_back(name);
          decisive_.emplace_back(name, given);
        },
        text);
  };
  add("--middle", butterfly.middle_rounds, to_number,
      text_of(fmt::format("Most rounds in the middle, by default {}", butterfly.middle_rounds), "M"));
  options.list(
      "--positions",
      [this](const std::vector<std::string>& given) {
        butterfly.positions = to_numbers("--positions", given);
        for_butterfly.emplace_back("--positions");
        decisive_.emplace_back("--positions", fmt::format("{}", fmt::join(given, ",")));
      },
      text_of("Rounds after which they are tried, parted by commas; by default every one but the last", "D"));
  add("--final", butterfly.final_rounds, to_number,
      text_of("Most rounds at the end, by default 20; with --level 4", "L"));
  add("--repetitions", butterfly.repetitions, to_number,
      text_of("Butterflies per choice, by default 100; with --level 20", "N"));
  options.list(
      "--dimensions",
      [this](const std::vector<std::string>& given) {
        butterfly.dimensions = to_numbers("--dimensions", given);
        for_butterfly.emplace_back("--dimensions");
      },
      text_of("Tell the best for 2^K processes too, by the recursion with the machine's messages; parted by commas",
              "K"));
  add("--noise-reading", butterfly.reading, to_reading,
      text_of("What noise delays in the recursion: added, the step in which an event begins, as the\npaper has it "
              "(default); processor, whatever the processor does",
              "added|processor"));
}

void TuneCommand::check() {
  if (out.extension() == ".yaml") return;
  throw UsageError(fmt::format("--out {}: the name of a scenario ends in .yaml", out.string()));
}

int TuneCommand::execute() {
  const ScenarioResult read = read_scenario(scenario, overrides);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&read)) return refuse(*faults);
  const Scenario& tuned = std::get<Scenario>(read);
  const SweepExecution how = tune_execution(*this, tuned);
  if (tuned.workload.algorithm == "butterfly") {
    if (bias || imbalance) {
      throw UsageError(
          fmt::format("{}: a butterfly has no sequences whose bias could be tuned", bias ? "--bias" : "--imbalance"));
    }
    return tune_butterflies(*this, how);
  }
  if (!for_butterfly.empty()) {
    throw UsageError(fmt::format("{}: only for workload.algorithm: butterfly", fmt::join(for_butterfly, ", ")));
  }
  return tune_sequences(*this, how);
}

}  // namespace tactus
