#include <fmt/core.h>

#include "testbench/app/process/own_process.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/credit_dropping_router.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

const std::array<std::string, 2> kNames = {"cycle", "island"};

/// A message of one packet of `bytes` from one node to another of a 4x3 torus, one of them on pins.
struct Crossing {
  Coordinate from;
  Coordinate to;
  std::uint64_t bytes = 0;
  Coordinate on_pins;
};

/// Cycles from injection to delivery of the one packet.
std::uint64_t latency(const Crossing& crossing) {
  Scenario scenario = scenario_on(4, 3, "replay");
  scenario.cycle.nodes = {crossing.on_pins};
  const NetworkShape& torus = scenario.machine.network;
  scenario.workload.messages = {
      {torus.node(crossing.from), torus.node(crossing.to), 0, Bytes{crossing.bytes}, Cycles{0}, {}}};
  const RunHistory run = run_level(scenario, Level::kPacket);
  REQUIRE(run.violation.empty());
  REQUIRE(run.packets.size() == 1);
  return run.packets[0].delivered - run.packets[0].injected;
}

RunHistory run_with(Scenario scenario, std::vector<Coordinate> on_pins, const FabricOptions& options = {}) {
  scenario.cycle.nodes = std::move(on_pins);
  return run_level(scenario, Level::kPacket, options);
}

void check_equal(const RunHistory& cycle, const RunHistory& island, const Scenario& scenario) {
  const HistoryComparison comparison = compare(cycle, island, kNames, scenario.rank_map());
  INFO(comparison.first_difference);
  CHECK(cycle.violation.empty());
  CHECK(comparison.equal());
  CHECK(comparison.packets > 0);
}

/// A scenario with many packets on every link of its nodes, that wait for credits and for each other.
Scenario busy() {
  Scenario scenario = scenario_on(4, 4, "uniform");
  scenario.machine.nic.mtu = Bytes{96};
  scenario.machine.nic.receive_buffer = scenario.machine.nic.mtu;
  scenario.machine.router.vc_buffer = scenario.machine.nic.mtu * 2;
  scenario.workload.packet_size = scenario.machine.nic.mtu;
  scenario.workload.load = 0.6;
  scenario.workload.warmup = Cycles{300};
  scenario.workload.measure = Cycles{4000};
  scenario.workload.drain = Cycles{0};
  return scenario;
}

bool differs_with(const BorderFaults& faults) {
  FabricOptions options;
  options.border_faults = faults;
  const Scenario scenario = busy();
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  return !compare(cycle, run_with(scenario, {{1, 1}, {2, 1}}, options), kNames, scenario.rank_map()).equal();
}

Scenario committed(const std::string& name, const std::vector<std::string>& overrides) {
  ScenarioResult result = read_scenario(scenario_path(name), overrides);
  REQUIRE(std::holds_alternative<Scenario>(result));
  return std::get<Scenario>(std::move(result));
}

/// Counts what packets do that is told after something that a rank did later.
class ToldLate final : public PacketObserver, public TrafficObserver {
 public:
  void packet_injected(const PacketHeader&, Cycles cycle) override { packet(cycle); }
  void packet_granted(const RouterGrant& grant, const RouteHeader&) override { packet(grant.cycle); }
  void packet_delivered(const PacketHeader&, Cycles cycle) override { packet(cycle); }
  void send_started(const MessageEvent&, Cycles cycle) override { acted_ = cycle; }
  void receive_completed(const MessageEvent&, Cycles cycle) override { acted_ = cycle; }
  void sequence_began(int, int, Cycles cycle) override { acted_ = cycle; }
  void sequence_ended(int, int, Cycles cycle) override { acted_ = cycle; }
  void program_ended(int, Cycles cycle) override { acted_ = cycle; }
  [[nodiscard]] int late() const { return late_; }
  [[nodiscard]] int packets() const { return packets_; }

 private:
  void packet(Cycles cycle) {
    ++packets_;
    // Software acts between two edges.
    if (cycle <= acted_) ++late_;
  }
  Cycles acted_;
  int packets_ = 0;
  int late_ = 0;
};

}  // namespace

TEST_CASE("Island: one packet across its border in each direction takes 26 cycles per hop and one per flit",
          "[ISLAND-1]") {
  const Coordinate pins{1, 1};
  const NetworkShape torus{4, 3};
  for (int port = 0; port < 2 * torus.dimensions(); ++port) {
    const Coordinate neighbour = torus.neighbour(pins, static_cast<Direction>(port));
    for (const std::uint64_t payload : {0U, 16U, 2016U}) {
      CAPTURE(port, payload);
      const std::uint64_t expected = 26 + (2 + payload / 16) + 4;
      CHECK(latency({neighbour, pins, payload, pins}) == expected);
      CHECK(latency({pins, neighbour, payload, pins}) == expected);
    }
  }
  // Through the island, straight and round a corner.
  CHECK(latency({{0, 1}, {2, 1}, 160, pins}) == 26 * 2 + 12 + 4);
  CHECK(latency({{0, 1}, {1, 2}, 160, pins}) == 26 * 2 + 12 + 4);
}

TEST_CASE("Island: committed scenarios are equal to cycle level with nodes of any number and shape on pins",
          "[ISLAND-1][key:cycle.nodes][long]") {
  const std::vector<Scenario> scenarios = {
      committed("quickstart/a2at_4x4.yaml", {"workload.message_size=3 KiB"}), committed("quickstart/barrier.yaml", {}),
      committed("quickstart/ranks_per_node.yaml", {}),
      committed("openloop/hot_spot.yaml",
                {"network.shape=[5, 5]", "workload.warmup=500 cycles", "workload.measure=4000 cycles"}),
      committed("jitter/a2at_noise.yaml", {"n=4", "message_size=4 KiB"})};
  for (const Scenario& scenario : scenarios) {
    CAPTURE(scenario.name);
    const RunHistory cycle = run_level(scenario, Level::kCycle);
    check_equal(cycle, run_with(scenario, {{0, 0}}), scenario);
    check_equal(cycle, run_with(scenario, {{1, 1}, {1, 2}, {2, 1}, {3, 3}}), scenario);
    std::vector<Coordinate> all;
    const NetworkShape& torus = scenario.machine.network;
    for (int node = 0; node < torus.nodes(); ++node) all.push_back(torus.coordinate(node));
    check_equal(cycle, run_with(scenario, all), scenario);
    all.erase(all.begin() + 5);
    check_equal(cycle, run_with(scenario, all), scenario);
  }
}

TEST_CASE("Island: a run that is cut at any time ends in the same state as at cycle level", "[ISLAND-1]") {
  Scenario scenario = scenario_on(3, 3, "a2at");
  scenario.workload.message_size = Bytes{100};
  for (std::uint64_t half_cycle = 1; half_cycle < 4'000; half_cycle += 149) {
    for (const std::uint64_t more : {0, 1}) {
      scenario.run.max_time = Picoseconds{half_cycle * scenario.machine.clock.edge(Cycles{1}).count() / 2 + more};
      CAPTURE(half_cycle, more);
      const RunHistory cycle = run_level(scenario, Level::kCycle);
      const RunHistory island = run_with(scenario, {{1, 1}, {2, 0}});
      CHECK(cycle.violation.empty());
      CHECK(compare(cycle, island, kNames, scenario.rank_map()).first_difference.empty());
    }
  }
}

TEST_CASE("Island: the comparison finds every fault of a border, a cycle early or late, or a flit or credit lost") {
  REQUIRE_FALSE(differs_with({}));
  const std::vector<std::pair<const char*, int BorderFaults::*>> shifts = {
      {"flits_in_late", &BorderFaults::flits_in_late},
      {"packets_out_late", &BorderFaults::packets_out_late},
      {"credits_in_late", &BorderFaults::credits_in_late},
      {"credits_out_late", &BorderFaults::credits_out_late}};
  const std::vector<std::pair<const char*, std::uint64_t BorderFaults::*>> losses = {
      {"flit_in_lost", &BorderFaults::flit_in_lost},
      {"flit_out_lost", &BorderFaults::flit_out_lost},
      {"credit_in_lost", &BorderFaults::credit_in_lost},
      {"credit_out_lost", &BorderFaults::credit_out_lost}};
  static_assert(sizeof(BorderFaults) == 4 * sizeof(int) + 4 * sizeof(std::uint64_t), "every fault is in a list");
  for (const auto& [name, shift] : shifts) {
    CAPTURE(name);
    for (const int cycles : {1, -1}) {
      BorderFaults faults;
      faults.*shift = cycles;
      CHECK(differs_with(faults));
    }
  }
  for (const auto& [name, loss] : losses) {
    CAPTURE(name);
    for (const std::uint64_t number : {1U, 2U, 6U, 50U}) {
      BorderFaults faults;
      faults.*loss = number;
      CHECK(differs_with(faults));
    }
  }
}

TEST_CASE("Island: a flit or a credit of a lone packet that is lost at a border is a violation", "[ISLAND-6]") {
  struct Loss {
    std::uint64_t BorderFaults::*fault;
    std::uint64_t number;
    bool towards_island;
    const char* found;
  };
  // A packet of 12 flits; its slots come back the other way.
  const std::vector<Loss> losses = {
      {&BorderFaults::credit_in_lost, 5, false, "1 credits of port plus_x, VC 0 are not home"},
      {&BorderFaults::credit_out_lost, 5, true, "/tactus/fabric/stalled"},
      {&BorderFaults::flit_out_lost, 12, false, "the tail of a packet has not come"},
      {&BorderFaults::flit_in_lost, 12, true, "/tactus/router/underrun"},
      {&BorderFaults::flit_in_lost, 5, true, "/tactus/nic/integrity"},
      {&BorderFaults::flit_out_lost, 5, false, "a packet with a bubble"}};
  for (const Loss& loss : losses) {
    CAPTURE(loss.number, loss.found);
    Scenario scenario = scenario_on(4, 3, "replay");
    const int pins = scenario.machine.network.node({1, 1});
    const int other = scenario.machine.network.node({2, 1});
    scenario.workload.messages = {
        {loss.towards_island ? other : pins, loss.towards_island ? pins : other, 0, Bytes{160}, Cycles{0}, {}}};
    FabricOptions options;
    options.border_faults.*loss.fault = loss.number;
    CHECK_THAT(run_with(scenario, {{1, 1}}, options).violation, Catch::Matchers::Contains(loss.found));
  }
}

TEST_CASE("Island: a router of it that keeps its credits stalls the run, which the watchdog finds", "[ISLAND-6]") {
  Scenario scenario = scenario_on(4, 4, "ring");
  scenario.run.watchdog = Picoseconds{20'000'000};
  FabricOptions options;
  options.parts.router = make_credit_dropping_router;
  CHECK_THAT(run_with(scenario, {{1, 1}}, options).violation, Catch::Matchers::Contains("/tactus/fabric/stalled"));
}

TEST_CASE("Island: nobody is told what a rank did before what packets did earlier", "[ISLAND-4]") {
  for (const char* algorithm : {"permutation", "ring", "pwx", "a2at"}) {
    CAPTURE(algorithm);
    const std::string counts = in_own_process([&] {
      Scenario scenario = scenario_on(4, 4, algorithm);
      scenario.workload.message_size = Bytes{19'120};
      scenario.workload.repetitions = 5;
      scenario.workload.imbalance = Cycles{750};
      // Shorter than a link: software acts again before the packet level has to wait for the island.
      scenario.workload.call_overhead = Cycles{3};
      scenario.cycle.nodes = {{1, 0}, {3, 2}};
      Simulation simulation(scenario, at_level(Level::kPacket));
      ToldLate observer;
      simulation.also_observe(static_cast<PacketObserver*>(&observer));
      simulation.also_observe(static_cast<TrafficObserver*>(&observer));
      simulation.run();
      return fmt::format("{} late, some packets: {}", observer.late(), observer.packets() > 1000);
    });
    CHECK(counts == "0 late, some packets: true");
  }
}
