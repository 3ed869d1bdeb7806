#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "testbench/tests/unit/tlm_models/node/copies/advice_trial.h"
#include "testbench/tests/unit/tlm_models/node/copies/random_datatype.h"
#include "tlm_models/node/copies/ddtbench.h"
#include "tlm_models/node/copies/layout.h"

// How often the protocol advisor is right, and what a wrong choice costs: DDTBench and random datatypes, each advised
// and then carried out by every candidate.

namespace tactus {
namespace {

/// Before the seeds of random messages.
constexpr std::uint64_t kFirstRandom = 999;

struct Options {
  int random = 500;
  int repeated = 100;
  int round_trips = 3;
  std::uint64_t eager_threshold = 4096;
  std::uint64_t seed = 1;
};

/// Rows of the table that belong together.
struct Tally {
  std::string name;
  int cases = 0;
  int right = 0;
  double loss = 0;
  double worst = 0;
  double error = 0;  ///< of estimates, relative to the run, as sum of magnitudes
  double worst_error = 0;
  int estimates = 0;
  double advice_s = 0;
  double runs_s = 0;

  void add(const AdviceTrial& trial) {
    ++cases;
    right += trial.right() ? 1 : 0;
    loss += trial.loss();
    worst = std::max(worst, trial.loss());
    for (std::size_t i = 0; i < trial.estimates.size(); ++i) {
      ++estimates;
      error += std::abs(trial.error(i));
      worst_error = std::max(worst_error, std::abs(trial.error(i)));
    }
    advice_s += trial.advice_s;
    runs_s += trial.runs_s;
  }
  void print() const {
    fmt::print("| {} | {} | {} | {:.2f} % | {:.2f} % | {:.1f} % | {:.1f} % | {:.0f} |\n", name, cases, right,
               100 * loss / cases, 100 * worst, 100 * error / estimates, 100 * worst_error,
               runs_s / std::max(advice_s, 1e-9));
  }
};

CopyPingPongConfig ping_pong(const Options& options) {
  CopyPingPongConfig config;
  config.round_trips = options.round_trips;
  config.copy.kind = CopyProtocolKind::kAdvised;
  config.copy.eager_threshold = Bytes{options.eager_threshold};
  return config;
}

/// Each up to so many times in a row, if its receive does not overlap then.
Tally random_messages(const std::string& name, int count, int times, const Options& options) {
  Tally tally{name};
  for (int i = 0; i < count; ++i) {
    Dice dice(kFirstRandom + options.seed + static_cast<std::uint64_t>(i));
    CopyPingPongConfig config = ping_pong(options);
    config.message = random_message(dice);
    TransferConfig more = config.message;
    const int factor = dice.between(1, times);
    more.send.elements *= factor;
    more.receive.elements *= factor;
    if (validate(more).empty()) config.message = more;
    config.receive_offset = 1 << 26;
    tally.add(advice_trial(config));
  }
  return tally;
}

void measure(const Options& options) {
  fmt::print(
      "| pattern | messages | right | lost, mean | worst | estimates off by, mean | worst | runs took so many "
      "times as long |\n|---|---|---|---|---|---|---|---|\n");
  std::vector<Tally> patterns;
  Tally all{"**DDTBench**"};
  for (const DdtCase& ddt : ddtbench_cases(options.seed)) {
    CopyPingPongConfig config = ping_pong(options);
    config.message = ddt.message;
    config.send_offset = ddt.send_offset;
    config.receive_offset = ddt.receive_offset;
    const AdviceTrial trial = advice_trial(config);
    if (patterns.empty() || patterns.back().name != ddt.pattern) {
      if (!patterns.empty()) patterns.back().print();
      patterns.push_back({ddt.pattern});
    }
    patterns.back().add(trial);
    all.add(trial);
  }
  patterns.back().print();
  all.print();
  if (options.random > 0) random_messages("**random**", options.random, 1, options).print();
  if (options.repeated > 0) random_messages("**random, repeated**", options.repeated, 400, options).print();
}

int run_bench(int argc, char** argv) {
  CLI::App app("How often the protocol advisor is right, and what a wrong choice costs, as a table in Markdown");
  Options options;
  app.add_option("--random", options.random, "messages of random datatypes")->check(CLI::NonNegativeNumber);
  app.add_option("--repeated", options.repeated, "messages of such types, each up to 400 times in a row")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--round-trips", options.round_trips, "of each run, that count")->check(CLI::PositiveNumber);
  app.add_option("--eager-threshold", options.eager_threshold, "bytes up to which sm_eager is a candidate");
  app.add_option("--seed", options.seed, "of the first random message, and of DDTBench's particles");
  CLI11_PARSE(app, argc, argv);
  measure(options);
  return 0;
}

}  // namespace
}  // namespace tactus

int main(int argc, char** argv) { return tactus::run_bench(argc, argv); }
