#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <systemc>

#include "testbench/app/results/text_summary.h"
#include "testbench/app/run/simulation.h"
#include "testbench/tests/support/order_ledger.h"

// An exchange over links with bit errors: whether each packet comes once and in order, and how often links repeat
// packets, beside the number that is to be expected. The exit status is 1 if either is not as it should be.

namespace tactus {
namespace {

constexpr double kFlits = 128;
constexpr double kMostDeviations = 5;

struct Options {
  std::uint64_t packets = 10'000'000;
  double bit_error_rate = 1e-6;
};

/// An all-to-all exchange, whose messages have as many whole packets each as are needed.
Scenario scenario_of(const Options& options) {
  Scenario scenario;
  scenario.name = "errors";
  scenario.machine.network = {8, 8};
  scenario.machine.faults.bit_error_rate = options.bit_error_rate;
  scenario.workload.algorithm = "a2at";
  const auto nodes = static_cast<std::uint64_t>(scenario.machine.network.nodes());
  scenario.workload.message_size = scenario.machine.max_payload() * ceil_div(options.packets, nodes * (nodes - 1));
  return scenario;
}

int run(const Options& options) {
  const Scenario scenario = scenario_of(options);
  SimulationOptions how;
  how.level = Level::kPacket;
  Simulation simulation(scenario, how);
  test::OrderLedger ledger(scenario.machine);
  simulation.also_observe(&ledger);
  const RunSummary summary = simulation.run();
  const std::uint64_t repetitions = summary.link_repetitions.value_or(0);
  const test::ExpectedRepetitions expected(options.bit_error_rate, kFlits, static_cast<double>(ledger.hops()));
  const double off = (static_cast<double>(repetitions) - expected.mean) / expected.deviation;
  fmt::print("packets      {} sent, {} came, {} out of order or twice\n", count_text(ledger.injected()),
             count_text(ledger.delivered()), count_text(ledger.out_of_order()));
  fmt::print("link hops    {}\n", count_text(ledger.hops()));
  fmt::print("repetitions  {}, expected {:.0f} +- {:.0f}: {:+.2f} standard deviations\n", count_text(repetitions),
             expected.mean, expected.deviation, off);
  fmt::print("time         {} simulated, {:.0f} s of user CPU\n", duration_text(summary.simulated_seconds()),
             summary.host.user_cpu_s);
  const bool once = ledger.injected() == ledger.delivered() && ledger.out_of_order() == 0;
  const bool as_expected = off < kMostDeviations && off > -kMostDeviations;
  return once && as_expected ? 0 : 1;
}

}  // namespace
}  // namespace tactus

int sc_main(int argc, char* argv[]) {
  tactus::Options options;
  CLI::App app{"Exchanges messages among 8x8 nodes over links with bit errors, and counts"};
  app.add_option("--packets", options.packets, "At least so many packets");
  app.add_option("--bit-error-rate", options.bit_error_rate, "Probability that a link carries a bit wrongly");
  CLI11_PARSE(app, argc, argv);
  return tactus::run(options);
}
