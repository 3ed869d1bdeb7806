// Numbers of docs/reproducing/jitter.md and jitter_rounds.md: the paper's figure as CSV, and what redundant rounds are
// best where.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <systemc>
#include <vector>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/sweep/sweep_runner.h"
#include "testbench/app/tune/butterfly_tuning.h"
#include "testbench/app/validate/jitter_figure.h"

namespace {

using namespace tactus;

struct Options {
  int repetitions = 100;
  std::uint64_t seed = 1;
  int threads = static_cast<int>(one_job_per_core());
  int least_dimensions = JitterFigure::kLeastDimensions;
  int most_dimensions = JitterFigure::kMostDimensions;
  int dimension_step = 1;
  std::vector<std::string> messages = {"8 B"};
  std::vector<std::string> periods = {"10 ms"};
  std::vector<std::string> lengths = {"100 us"};
  std::vector<int> middle_rounds = {0, 1, 2};
  std::vector<std::string> position_shares = {"1/2"};
  bool exponential = false;
  bool processor = false;
  bool combine_once = false;
  std::string out = "jitter.csv";
};

/// A time or size of the command line. Throws CLI::ValidationError.
std::uint64_t quantity(const std::string& text, Dimension dimension) {
  const Parsed<std::uint64_t> parsed = parse_quantity(text, dimension);
  if (!parsed) throw CLI::ValidationError(parsed.fault);
  return *parsed.value;
}

void require_valid(const std::vector<ConfigFault>& faults) {
  std::string text;
  for (const ConfigFault& fault : faults) text += fmt::format("{}: {}\n", fault.field, fault.message);
  if (!faults.empty()) throw CLI::ValidationError(text);
}

ButterflyStudyConfig study_of(const Options& options, int dimensions, const std::string& message,
                              const std::string& period, const std::string& length) {
  ButterflyStudyConfig study = JitterFigure::paper_study();
  study.threads = options.threads;
  study.repetitions = options.repetitions;
  study.seed = options.seed;
  study.butterfly.shape.dimensions = dimensions;
  BandwidthCosts costs;
  costs.message = Bytes{quantity(message, Dimension::kSize)};
  costs.computes_after_redundant = !options.combine_once;
  require_valid(validate(costs));
  study.butterfly.costs = butterfly_costs(costs);
  NoiseConfig& noise = study.butterfly.noise;
  noise.period = Picoseconds{quantity(period, Dimension::kTime)};
  noise.length = Picoseconds{quantity(length, Dimension::kTime)};
  if (options.exponential) {
    noise.kind = NoiseKind::kPoisson;
    noise.distribution = NoiseLength::kExponential;
  }
  if (options.processor) study.butterfly.reading = NoiseReading::kProcessor;
  return study;
}

void write_figure(const Options& options) {
  constexpr double kMicroseconds = 1e-6;
  AtomicFile file(options.out);
  file.write(
      "dimensions,middle_rounds,final_rounds,quiet_us,mean_us,confidence_us,p50_us,p95_us,p99_us,max_us,"
      "process_mean_us\n");
  const ButterflyStudyConfig base = study_of(options, options.least_dimensions, options.messages.front(),
                                             options.periods.front(), options.lengths.front());
  require_valid(validate(base));
  JitterFigure figure(base);
  for (int dimensions = options.least_dimensions; dimensions <= options.most_dimensions;
       dimensions += options.dimension_step) {
    for (const int middle_rounds : options.middle_rounds) {
      for (const ButterflyStudyRow& row : figure.rows(dimensions, middle_rounds)) {
        const SampleSummary& time = row.completion;
        file.print("{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f}\n", dimensions, middle_rounds,
                   row.final_rounds, static_cast<double>(row.quiet.count()) * kMicroseconds, time.mean * kMicroseconds,
                   time.confidence * kMicroseconds, time.p50 * kMicroseconds, time.p95 * kMicroseconds,
                   time.p99 * kMicroseconds, time.max * kMicroseconds, row.process.mean * kMicroseconds);
      }
    }
  }
  file.commit();
}

/// "1/4" of the dimensions, rounded down, at least 1.
std::vector<int> positions_of(const Options& options, int dimensions) {
  std::vector<int> positions;
  for (const std::string& share : options.position_shares) {
    const std::size_t slash = share.find('/');
    if (share == "all") return {};
    if (slash == std::string::npos) throw CLI::ValidationError("--positions: shares as 1/2, or all");
    const int position = dimensions * std::stoi(share.substr(0, slash)) / std::stoi(share.substr(slash + 1));
    if (positions.empty() || positions.back() != std::max(1, position)) positions.push_back(std::max(1, position));
  }
  return positions;
}

std::string cell(const ButterflyChoice& choice) {
  if (choice.middle_rounds == 0) return fmt::format("0, -, {}", choice.final_rounds);
  return fmt::format("{}, {}, {}", choice.middle_rounds, choice.middle_position, choice.final_rounds);
}

/// A search with one noise, message and number of processes, as text and as what is asked for.
struct Setting {
  std::string text;  ///< "| period | length | message | K |"
  ButterflyTuneRequest request;
};

std::vector<Setting> settings_of(const Options& options) {
  std::vector<Setting> settings;
  for (const std::string& period : options.periods) {
    for (const std::string& length : options.lengths) {
      for (const std::string& message : options.messages) {
        for (int k = options.least_dimensions; k <= options.most_dimensions; k += options.dimension_step) {
          Setting& setting = settings.emplace_back();
          setting.text = fmt::format("| {} | {} | {} | {} |", period, length, message, k);
          setting.request.study = study_of(options, k, message, period, length);
          setting.request.middle_rounds = options.middle_rounds;
          setting.request.middle_positions = positions_of(options, k);
          require_valid(validate(setting.request));
        }
      }
    }
  }
  return settings;
}

void print_table(const Options& options) {
  fmt::print("| period | length | message | K | plain | L only | L | M, D, L | best | quiet cost |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Setting& setting : settings_of(options)) {
    const ButterflyTuning found = tune_butterfly(setting.request);
    fmt::print("{} {:.2f} | {:.2f} | {} | {} | {:.2f} | {:.1f} % |\n", setting.text, found.plain.slowdown(),
               found.final_only.slowdown(), found.final_only.final_rounds, cell(found.best), found.best.slowdown(),
               100 * found.quiet_cost());
    std::fflush(stdout);
  }
}

/// Events in a round, of all processes together.
double events_per_round(const ButterflyConfig& config) {
  const Picoseconds round = config.costs.message(0) + config.costs.compute;
  return static_cast<double>(config.shape.processes()) * static_cast<double>(round.count()) /
         static_cast<double>(config.noise.period.count());
}

/// The rule of docs/reproducing/jitter_rounds.md.
ButterflyShape rule_of_thumb(const ButterflyConfig& config) {
  constexpr double kRare = 0.1;
  ButterflyShape shape = config.shape;
  const int k = shape.dimensions;
  const bool rare = events_per_round(config) < kRare;
  shape.middle_rounds = rare ? 0 : 1;
  shape.middle_position = std::max(1, k / 3);
  shape.final_rounds = rare ? 2 : k / 2;
  return shape;
}

/// What the rule makes of noise and sizes, beside no redundant rounds and the best of a search.
void print_rule(const Options& options) {
  fmt::print("| period | length | message | K | events per round | plain | rule | +- | best | +- |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|---|\n");
  const auto slowdowns = [](const SampleSummary& time, Picoseconds quiet) {
    const auto unit = static_cast<double>(quiet.count());
    return fmt::format("{:.2f} | {:.2f}", time.mean / unit, time.confidence / unit);
  };
  for (const Setting& setting : settings_of(options)) {
    const ButterflyTuning found = tune_butterfly(setting.request);
    ButterflyStudyConfig by_rule = setting.request.study;
    by_rule.butterfly.shape = rule_of_thumb(by_rule.butterfly);
    const ButterflyStudyRow row = run_study(by_rule).back();
    fmt::print("{} {:.3g} | {:.2f} | {} | {} |\n", setting.text, events_per_round(by_rule.butterfly),
               found.plain.slowdown(), slowdowns(row.completion, row.quiet),
               slowdowns(found.best.completion, found.best.quiet));
    std::fflush(stdout);
  }
}

/// Mean slow-down with the best number of final rounds, for every number of middle rounds and position.
void print_positions(const Options& options) {
  fmt::print("| K | D | M | best L | slow-down | +- |\n|---|---|---|---|---|---|\n");
  for (int k = options.least_dimensions; k <= options.most_dimensions; k += options.dimension_step) {
    ButterflyTuneRequest request;
    request.study = study_of(options, k, options.messages.front(), options.periods.front(), options.lengths.front());
    request.middle_rounds = options.middle_rounds;
    request.middle_positions = positions_of(options, k);
    require_valid(validate(request));
    const std::vector<ButterflyChoice> tried = try_butterflies(request);
    const auto finals = static_cast<std::ptrdiff_t>(request.study.butterfly.shape.final_rounds) + 1;
    for (auto group = tried.begin(); group != tried.end(); group += finals) {
      const auto least = std::min_element(
          group, group + finals,
          [](const ButterflyChoice& a, const ButterflyChoice& b) { return a.completion.mean < b.completion.mean; });
      fmt::print("| {} | {} | {} | {} | {:.3f} | {:.3f} |\n", k, least->middle_position, least->middle_rounds,
                 least->final_rounds, least->slowdown(),
                 least->completion.confidence / static_cast<double>(least->quiet.count()));
    }
  }
}

void add_options(CLI::App& command, Options& options) {
  command.add_option("--repetitions", options.repetitions, "")->capture_default_str();
  command.add_option("--seed", options.seed, "Of noise")->capture_default_str();
  command.add_option("--threads", options.threads, "One per core unless given");
  command.add_option("--from", options.least_dimensions, "Least K")->capture_default_str();
  command.add_option("--to", options.most_dimensions, "Largest K")->capture_default_str();
  command.add_option("--step", options.dimension_step, "Of K")->capture_default_str();
  command.add_option("--messages", options.messages, "Sizes")->capture_default_str()->delimiter(',');
  command.add_option("--periods", options.periods, "Of noise")->capture_default_str()->delimiter(',');
  command.add_option("--lengths", options.lengths, "Of noise")->capture_default_str()->delimiter(',');
  command.add_option("--middle", options.middle_rounds, "Numbers of middle rounds")
      ->capture_default_str()
      ->delimiter(',');
  command.add_flag("--exponential", options.exponential, "Poisson noise of exponential length, not periodic noise");
  command.add_flag("--combine-once", options.combine_once, "No computing after redundant rounds");
  command.add_flag("--processor", options.processor, "Noise takes the processor: NoiseReading::kProcessor");
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  CLI::App app("Redundant butterflies under noise, beyond what `tactus validate jitter` says");
  app.require_subcommand(1);
  Options options;
  CLI::App* figure = app.add_subcommand("figure", "The paper's figure 3, a row for each K, M and L, as CSV");
  CLI::App* table = app.add_subcommand("table", "What is best, by noise, message size and K, as Markdown");
  CLI::App* positions = app.add_subcommand("positions", "Slow-down for each M and D with its best L, as Markdown");
  CLI::App* rule = app.add_subcommand("rule", "The rule of the documentation beside a search, as Markdown");
  for (CLI::App* command : {figure, table, positions, rule}) add_options(*command, options);
  figure->add_option("--out", options.out, "CSV to write")->capture_default_str();
  for (CLI::App* command : {table, positions, rule}) {
    command->add_option("--positions", options.position_shares, "Of K, as 1/2,2/3; or all")
        ->capture_default_str()
        ->delimiter(',');
  }
  try {
    app.parse(argc, argv);
    if (figure->parsed()) write_figure(options);
    if (table->parsed()) print_table(options);
    if (positions->parsed()) print_positions(options);
    if (rule->parsed()) print_rule(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  return 0;
}
