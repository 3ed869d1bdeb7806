#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/butterfly_account.h"
#include "testbench/tests/system/butterfly_recursion.h"
#include "testbench/tests/system/checked_run.h"
#include "tlm_models/flow/flow_machine.h"
#include "tlm_models/flow/flow_topology_config.h"
#include "tlm_models/flow/maxmin_solver.h"
#include "tlm_models/node/butterfly/butterfly_run.h"

using namespace tactus;
using namespace tactus::literals;
using namespace tactus::test;

namespace {

constexpr std::uint64_t kPerHop = 26;     // cycles
constexpr std::uint64_t kPerMessage = 5;  // cycles

WorkloadConfig butterfly(int middle, int last, int position, std::uint64_t call) {
  WorkloadConfig workload;
  workload.algorithm = "butterfly";
  workload.message_size = 8_B;
  workload.call_overhead = Cycles{call};
  workload.combine_time = Cycles{7};
  workload.middle_rounds = middle;
  workload.final_rounds = last;
  workload.middle_position = position;
  return workload;
}

/// Links so fast that each message takes a picosecond of them, with the others on its way or without: what a few of
/// those add up to is no cycle.
FlowTopologyConfig nearly_infinite(NetworkShape shape) {
  FlowTopologyConfig config;
  config.dimensions = {shape.size(0), shape.size(1)};
  config.link_bandwidth = BytesPerSecond{1'000'000'000'000'000'000};
  config.port = {4, config.link_bandwidth, config.link_bandwidth};
  return config;
}

/// The ranks of a butterfly whose messages are never in each other's way.
class FlowButterfly {
 public:
  FlowButterfly(NetworkShape shape, const WorkloadConfig& workload, const CombineDelays& delays,
                const NoiseSource* noise = nullptr)
      : map_(RankShape{shape, 1}),
        butterfly_(workload, map_.shape()),
        account_(butterfly_, shape.nodes()),
        topology_(make_flow_topology(nearly_infinite(shape))),
        solver_(*topology_),
        network_(*topology_, solver_, timing(SoftwareConfig{}.clock)),
        machine_(network_, *topology_, config(workload), map_, &account_) {
    for (int node = 0; node < shape.nodes(); ++node) {
      machine_.add(
          {node, combining_late(butterfly_.program(node), delays[static_cast<std::size_t>(node)]), noise, node});
    }
    while (machine_.next() != Picoseconds::max()) machine_.step();
  }

  [[nodiscard]] const Butterfly& butterfly() const { return butterfly_; }
  [[nodiscard]] const ButterflyAccount& account() const { return account_; }
  [[nodiscard]] const FlowMachine& machine() const { return machine_; }

 private:
  static FlowTiming timing(Clock clock) {
    return {Picoseconds{0}, clock.edge(Cycles{kPerHop}), clock.edge(Cycles{kPerMessage}) - Picoseconds{1}};
  }
  static FlowMachineConfig config(const WorkloadConfig& workload) {
    FlowMachineConfig config;
    config.software.call_overhead = workload.call_overhead;
    return config;
  }

  RankMap map_;
  Butterfly butterfly_;
  ButterflyAccount account_;
  std::unique_ptr<FlowTopology> topology_;
  MaxMinSolver solver_;
  FlowNetwork network_;
  FlowMachine machine_;
};

RoundCosts costs_on(NetworkShape shape, std::uint64_t call) {
  return {0, call, 7, [shape](int node, std::uint64_t distance) {
            const int peer = node ^ static_cast<int>(distance);
            const int hops = walked_hops(shape, shape.coordinate(node), shape.coordinate(peer));
            return kPerHop * static_cast<std::uint64_t>(hops) + kPerMessage;
          }};
}

/// Every message is received or dropped, and nothing is left.
void check_balance(const FlowButterfly& run, Bytes size) {
  const std::uint64_t messages = run.butterfly().messages();
  const FlowPort& port = run.machine().port();
  CHECK(run.machine().finished());
  CHECK(port.messages_under_way() == 0);
  CHECK(port.cancelled_receives() == 0);
  CHECK(port.bytes_sent() == size * messages);
  CHECK(run.account().received() + port.messages_dropped() == messages);
  CHECK(port.bytes_delivered() == size * run.account().received());
  CHECK(port.bytes_dropped() == size * port.messages_dropped());
}

RunSummary run_at_flow_level(const Scenario& scenario) {
  REQUIRE(level_faults(Level::kFlow, scenario).empty());
  return Simulation(scenario, at_level(Level::kFlow)).run();
}

}  // namespace

TEST_CASE("Butterfly at flow level: with late ranks it follows the recursion to the cycle, and every result is whole",
          "[FLUID-1]") {
  std::uint64_t seed = 0;
  std::uint64_t copies = 0;
  for (const NetworkShape shape : {NetworkShape{2, 1}, {2, 2}, {4, 2}, {4, 4}, {8, 4}, {8, 8}}) {
    const int dimensions = butterfly_shape({}, shape.nodes()).dimensions;
    for (const auto& [middle, last] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 3}, {0, 9}, {6, 4}}) {
      for (const std::uint64_t call : {0, 3, 50}) {
        ++seed;
        const int position = static_cast<int>(seed) % dimensions + 1;
        const CombineDelays delays = some_late(shape.nodes(), seed);
        const FlowButterfly run(shape, butterfly(middle, last, position, call), delays);
        CAPTURE(shape.size(0), shape.size(1), middle, last, position, call, seed);
        CHECK(run.account().faults() == "");
        CHECK(run.account().ends() == butterfly_ends(run.butterfly(), costs_on(shape, call), delays));
        check_balance(run, 8_B);
        // Beyond one message per rank and butterfly round.
        const std::uint64_t needed =
            run.butterfly().messages() * static_cast<std::uint64_t>(dimensions) / run.butterfly().rounds().size();
        copies += run.account().received() - needed;
      }
    }
  }
  CHECK(copies > 1000);
}

TEST_CASE("Butterfly at flow level: under noise it follows the recursion in which noise takes the processor") {
  // Without redundant rounds to the cycle. With them it is never later, and can be earlier: ranks pass on what they
  // have been given, where in the recursion only redundant rounds do.
  constexpr std::uint64_t kClock = 4000;
  int gained = 0;
  int earlier = 0;
  for (const NetworkShape shape : {NetworkShape{2, 1}, {4, 2}, {8, 8}}) {
    for (const auto& [middle, last] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 3}}) {
      const WorkloadConfig workload = butterfly(middle, last, 1, 0);
      ButterflyConfig config;
      config.shape = butterfly_shape(workload, shape.nodes());
      config.reading = NoiseReading::kProcessor;
      config.noise.kind = NoiseKind::kPeriodic;
      config.noise.period = Picoseconds{20'000'000};
      config.noise.length = Picoseconds{900'000};
      config.costs = {{}, Picoseconds{kClock * workload.combine_time.count()}, Picoseconds{0}};
      const RoundCosts costs = costs_on(shape, 0);
      for (int i = 0; i < config.shape.dimensions; ++i) {
        config.costs.messages.emplace_back(kClock * costs.message(0, std::uint64_t{1} << static_cast<unsigned>(i)));
      }
      ButterflyConfig plain = config;
      plain.shape.middle_rounds = plain.shape.final_rounds = 0;
      for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto noise = make_noise_source(config.noise, seed);
        const FlowButterfly run(shape, workload, no_delays(shape.nodes()), noise.get());
        const std::vector<std::uint64_t>& ends = run.account().ends();
        const std::uint64_t end = *std::max_element(ends.begin(), ends.end());
        const std::uint64_t expected = ButterflyRun(config).run(seed).back().last.count() / kClock;
        CAPTURE(shape.size(0), middle, last, seed);
        REQUIRE(end <= expected);
        if (middle + last == 0) REQUIRE(end == expected);
        gained += expected < ButterflyRun(plain).run(seed).back().last.count() / kClock ? 1 : 0;
        earlier += end < expected ? 1 : 0;
        REQUIRE(run.account().faults() == "");
      }
    }
  }
  CHECK(gained > 10);
  CHECK(earlier > 0);
}

TEST_CASE("Butterfly at flow level: on a quiet machine every copy is dropped") {
  const FlowButterfly run({4, 4}, butterfly(2, 3, 2, 50), no_delays(16));
  CHECK(run.account().received() == 16 * 4);
  CHECK(run.machine().port().messages_dropped() == 16 * 5);
  CHECK(run.machine().port().bytes_dropped() == 16_B * 40);
}

TEST_CASE("Butterfly at flow level: on a quiet machine it is off by memory and by the links that messages share",
          "[FLUID-14]") {
  for (const int n : {2, 4, 8, 16}) {
    const ScenarioResult read =
        read_scenario_text("test.yaml",
                           fmt::format("network: {{shape: [{0}, {0}]}}\nprocessor: {{call_overhead: 20 cycles}}\n"
                                       "workload: {{algorithm: butterfly, message_size: 8 B, combine_time: 100 ns}}\n"
                                       "trace: {{enabled: false}}",
                                       n),
                           {});
    const Scenario scenario = std::get<Scenario>(read);
    // Of ranks 2^k apart in a row 2^k share a link, each for the three flits of its message. Packets follow each other
    // there, but pass memory: a cycle of reading and one of writing 8 B. On pins programs begin in cycle 1.
    std::int64_t off = -1;
    for (int share = 1; share < n; share *= 2) off += 2 * (3 * (share - 1) - 2);
    const auto clock = static_cast<std::int64_t>(scenario.machine.clock.edge(Cycles{1}).count());
    const auto flow = static_cast<std::int64_t>(run_at_flow_level(scenario).simulated.count());
    CAPTURE(n);
    CHECK(faults_of_run(scenario, [&](const FinishedRun& run) -> std::string {
            const std::int64_t difference = flow - static_cast<std::int64_t>(run.summary.simulated.count());
            return difference == off * clock ? "" : fmt::format("{} ps off", difference - off * clock);
          }) == "");
  }
}

TEST_CASE("Butterfly at flow level: all repetitions run under noise, and every message is delivered or dropped") {
  const ScenarioResult read = read_scenario_text(
      "test.yaml",
      "network: {shape: [4, 4]}\nnoise: {kind: periodic, period: 20 us, length: 5 us}\n"
      "workload: {algorithm: butterfly, middle_rounds: 2, final_rounds: 3, repetitions: 20, combine_time: 1 us}",
      {});
  const RunSummary summary = run_at_flow_level(std::get<Scenario>(read));
  CHECK(summary.messages_delivered + summary.flow->dropped_messages == 16 * 20 * (4 + 2 + 3));
  CHECK(summary.messages_delivered > 16 * 20 * 4);  // copies have come first
  CHECK(summary.flow->dropped_messages > 0);
  CHECK(summary.noise->stolen_s > 0);
}
