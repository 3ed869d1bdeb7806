#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <set>

#include "hw/common/reports.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/run/level.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/fuzz/random_parts.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/delivery_book.h"
#include "tlm_models/traffic/algorithm.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

/// A scenario whose messages are one packet of 2 KiB, which takes 512 ns, and in which nothing else takes time.
Scenario exact(const std::string& text) {
  ScenarioResult result = read_scenario_text(
      "test.yaml", text,
      {"processor.call_overhead=0 cycles", "flow.latency_per_hop=0 ps", "flow.latency_per_message=0 ps"});
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) FAIL(format(faults->front()));
  return std::get<Scenario>(result);
}

RunSummary run(const Scenario& scenario) {
  REQUIRE(level_faults(Level::kFlow, scenario).empty());
  return Simulation(scenario, test::at_level(Level::kFlow)).run();
}

Picoseconds time_of(const std::string& text) { return run(exact(text)).simulated; }

std::string without_host(const RunSummary& summary) {
  nlohmann::ordered_json json = to_json(summary);
  json.erase("host");
  return json.dump();
}

constexpr Picoseconds kMessage{512'000};

}  // namespace

TEST_CASE("Flow level: A2AT on an odd torus takes its ideal time, every link full", "[FLUID-11]") {
  for (const NetworkShape& shape : {NetworkShape{3, 3}, NetworkShape{5, 5}, NetworkShape{9, 9}, NetworkShape{7},
                                    NetworkShape{3, 3, 3}, NetworkShape{3, 3, 3, 3}}) {
    Scenario scenario = exact("workload: {algorithm: a2at, message_size: 2016 B}");
    scenario.machine.network = shape;
    const RunSummary summary = run(scenario);
    CAPTURE(shape.text());
    // (n^2 - 1) / 8 messages of a ring pass each of its links, once for every other ring of its dimension.
    const int n = shape.size(0);
    CHECK(summary.simulated == kMessage * static_cast<std::uint64_t>((n * n - 1) / 8 * (shape.nodes() / n)));
    CHECK(summary.ratio_to_ideal().value() == Approx(1.0));
    CHECK(summary.link_utilisation == Approx(1.0));
    CHECK(static_cast<int>(summary.group_utilisation.size()) == shape.directions());
    for (const auto& [group, share] : summary.group_utilisation) CHECK(share == Approx(1.0));
    for (const SequenceSummary& s : summary.sequences) {
      CHECK(*s.link_utilisation == Approx(1.0));
      // In two dimensions all messages of a sequence go equally far, each on links of its own.
      if (shape.dimensions() == 2) CHECK(*s.last_end_s - *s.start_s == Approx(512e-9 * s.hops));
    }
  }
}

TEST_CASE("Flow level: utilisation is of the links between nodes, of each direction apart", "[RESULT-7][RESULT-8]") {
  Scenario scenario = exact("network: {shape: [4, 4]}");
  scenario.workload.algorithm = "replay";
  const std::vector<std::pair<int, int>> ways = {{0, 1}, {4, 5}, {8, 9}, {3, 2}, {7, 6}, {11, 15}};
  for (const auto& [source, destination] : ways) {
    ReplayMessage message;
    message.source = source;
    message.destination = destination;
    message.bytes = 2016_B;
    scenario.workload.messages.push_back(message);
  }
  const RunSummary summary = run(scenario);
  CHECK(summary.simulated == kMessage);
  CHECK(summary.link_utilisation == Approx(6.0 / 64));
  const std::array<double, 4> links = {3, 2, 1, 0};
  for (std::size_t i = 0; i < links.size(); ++i) CHECK(summary.group_utilisation[i].second == Approx(links[i] / 16));
}

TEST_CASE("Flow level: nearest neighbours each have a link of their own") {
  CHECK(time_of("workload: {algorithm: nearest_neighbour, message_size: 2016 B, repetitions: 3}") == kMessage * 3);
}

TEST_CASE("Flow level: a slow engine limits each message that it sends, and not those that it receives together",
          "[FLUID-15]") {
  const std::string neighbours = "workload: {algorithm: nearest_neighbour, message_size: 2016 B, repetitions: 3}";
  CHECK(time_of("nic: {dma_rate: 1 GB/s}\n" + neighbours) == kMessage * (4 * 3));
  CHECK(time_of("nic: {dma_rate: 5 GB/s}\n" + neighbours) == kMessage * 3);
  Scenario together = exact("nic: {dma_rate: 1 GB/s}\nnetwork: {shape: [5, 5]}\nworkload: {algorithm: barrier}");
  together.workload.algorithm = "replay";
  // Three neighbours of node 0 send it one message each, all to its first engine.
  for (const int source : {1, 4, 5}) together.workload.messages.push_back({source, 0, 0, 2016_B, {}, {}});
  CHECK(run(together).simulated == kMessage * 4);
}

TEST_CASE("Flow level: ranks that wait for each other end the run, named with what they wait for", "[FLUID-23]") {
  Scenario circle = exact("workload: {algorithm: barrier}");
  circle.workload.algorithm = "replay";
  // A message file with such a circle is refused.
  circle.workload.messages = {{0, 5, 0, 2016_B, {}, {1}}, {5, 0, 0, 2016_B, {}, {0}}, {6, 7, 0, 2016_B, {}, {}}};
  std::string violation;
  try {
    run(circle);
  } catch (const ModelViolation& found) {
    violation = found.what();
  }
  CAPTURE(violation);
  CHECK(violation.rfind(reports::kFabricStalled, 0) == 0);
  CHECK(violation.find("no message is under way at 0.512 us, nobody computes") != std::string::npos);
  for (const char* waiting :
       {"rank (0,0) waits for receives: NIC 0 from (1,1)", "rank (1,1) waits for receives: NIC 0 from (0,0)"})
    CHECK(violation.find(waiting) != std::string::npos);
  CHECK(violation.find("rank (2,1)") == std::string::npos);
}

TEST_CASE("Flow level: a broadcast takes a message per round") {
  // Every round is part of a shift, and shifts do not meet on a fat tree.
  CHECK(time_of("flow: {topology: fat_tree, arity: 2}\nnic: {count: 1}\n"
                "workload: {algorithm: broadcast, method: binomial, message_size: 2016 B}") == kMessage * 4);
}

TEST_CASE("Flow level: shifts and pairs on an ordered fat tree take N - 1 messages, by every solver",
          "[key:flow.topology][key:flow.arity][key:flow.solver][FLUID-19]") {
  for (const char* solver : {"maxmin", "mfs_n", "mfs_f"}) {
    for (const char* algorithm : {"ring", "a2ass2d", "pwx"}) {
      for (const int p : {2, 3}) {
        const int nodes = 2 * p * p * p;
        const bool possible = std::string(algorithm) == "ring" || nodes == 16;
        if (!possible) continue;
        CAPTURE(solver, algorithm, p);
        CHECK(time_of(fmt::format("flow: {{topology: fat_tree, arity: {}, solver: {}}}\n"
                                  "workload: {{algorithm: {}, message_size: 2016 B, wait_receives: false}}",
                                  p, solver, algorithm)) == kMessage * static_cast<std::uint64_t>(nodes - 1));
      }
    }
  }
}

TEST_CASE("Flow level: ranks on random nodes of a fat tree take longer, and the seed decides how long",
          "[key:workload.placement]") {
  std::set<std::uint64_t> times;
  for (const int seed : {1, 2, 3}) {
    const Picoseconds time = time_of(
        fmt::format("seed: {}\nflow: {{topology: fat_tree, arity: 3}}\n"
                    "workload: {{algorithm: ring, message_size: 2016 B, wait_receives: false, placement: random}}",
                    seed));
    CHECK(time > kMessage * 53 * 2);
    times.insert(time.count());
  }
  CHECK(times.size() == 3);
}

TEST_CASE("Flow level: every closed-loop algorithm completes on every topology that has its ranks",
          "[key:flow.topology][key:flow.dimensions][key:flow.bandwidth][key:flow.levels][FLUID-17]") {
  for (const char* network :
       {"{topology: torus, dimensions: [2, 4, 2]}", "{topology: mesh, dimensions: [4, 4]}",
        "{topology: fat_tree, arity: 2}", "{topology: k_ary_n_tree, arity: 2, levels: 4}",
        "{topology: hyper_crossbar, dimensions: [4, 4]}", "{topology: torus, bandwidth: [4 GB/s, 1 GB/s]}"}) {
    const bool numbered = std::string(network).find("tree") != std::string::npos;
    const RankShape ranks{numbered ? NetworkShape::of_numbers(16) : NetworkShape{4, 4}};
    for (const AlgorithmPolicy* policy : all_policies<AlgorithmKind>()) {
      const std::string& algorithm = policy->name;
      if (policy->make == nullptr || policy->message_list || policy->schedule || policy->jobs) continue;
      if (policy->misfit != nullptr && !policy->misfit(ranks).empty()) continue;
      for (const char* placement : {"ordered", "random"}) {
        CAPTURE(network, algorithm, placement);
        const Scenario scenario =
            exact(fmt::format("flow: {}\nworkload: {{algorithm: {}, placement: {}}}", network, algorithm, placement));
        const RunSummary summary = run(scenario);
        const auto workload =
            Workload::make(scenario.workload, scenario.nodes(), scenario.seed, scenario.machine.nics());
        CHECK(summary.messages_delivered == workload->messages());
        CHECK(summary.simulated > Picoseconds{0});
        CHECK_FALSE(summary.ideal_seconds);
        CHECK(summary.link_utilisation > 0);
        CHECK(summary.link_utilisation < 1 + 1e-9);
        CHECK(summary.flow->nodes == 16);
      }
    }
  }
}

TEST_CASE("Flow level: random machines and closed-loop workloads complete, with every message delivered or dropped",
          "[FLUID-22]") {
  int executed = 0;
  std::uint64_t dropped = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Scenario scenario = random_scenario(seed);
    scenario.run.max_time.reset();
    scenario.cycle.nodes.clear();
    scenario.node.copies = CopiesKind::kRate;  // the flow level has no cores,
    scenario.pacing.control = {};              // no injection control,
    go_in_order(scenario.machine);             // and one way for all packets between two nodes
    if (!level_faults(Level::kFlow, scenario).empty()) continue;
    CAPTURE(seed);
    ++executed;
    const RunSummary summary = Simulation(scenario, test::at_level(Level::kFlow)).run();
    const auto workload = Workload::make(scenario.workload, scenario.nodes(), scenario.seed, scenario.machine.nics());
    REQUIRE(summary.messages_delivered + summary.flow->dropped_messages == workload->messages());
    REQUIRE(summary.link_utilisation < 1 + 1e-9);
    dropped += summary.flow->dropped_messages;
    if (summary.ideal_seconds && scenario.workload.message_size > 0_B) CHECK(*summary.ratio_to_ideal() > 0.9999);
  }
  CHECK(executed > 80);
  CHECK(dropped > 0);
}

TEST_CASE("Flow level: the same scenario gives the same result, whatever the run before was", "[FLUID-26]") {
  const std::string text =
      "flow: {topology: mesh, dimensions: [5, 3], resolution: 300 ns}\n"
      "workload: {algorithm: ring, placement: random, imbalance: 3 us, wait_receives: false}";
  const std::string first = without_host(run(exact(text)));
  run(exact("seed: 2\n" + text));
  CHECK(without_host(run(exact(text))) == first);
}

TEST_CASE("Flow level: a run ends at max_time, with what has been done until then",
          "[key:run.max_time][RESULT-4][FLUID-25]") {
  const RunSummary summary =
      run(exact("run: {max_time: 5 us}\nnetwork: {shape: [3, 3]}\nworkload: {algorithm: a2at, message_size: 64 KiB}"));
  CHECK(summary.simulated == 5_us);
  CHECK(summary.messages_delivered == 0);
  CHECK(summary.link_utilisation == Approx(1.0));
  CHECK_FALSE(summary.sequences.front().last_end_s);
}

TEST_CASE("Flow level: a lone message takes the links of its shortest way on every shape", "[FLUID-21][TOPOLOGY-12]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Dice dice(seed);
    Scenario scenario;
    MachineConfig& machine = scenario.machine;
    choose_shape(dice, machine);
    scenario.workload.algorithm = "ping_pong";
    scenario.workload.message_size = 0_B;
    scenario.workload.ping_pong_peer = machine.network.coordinate(dice.between(1, machine.network.nodes() - 1));
    const int hops = test::walked_hops(machine.network, {}, scenario.workload.ping_pong_peer);
    CAPTURE(seed, machine.network.text(), machine.nics(), hops);
    // As below; the first one is not received before its destination has made a call, of 50 cycles, after its own.
    const int way = hops * 26 + 5 + 2;
    CHECK(run(scenario).simulated.count() / 4000 == static_cast<std::uint64_t>(std::max(way, 50) + way + 3 * 50));
  }
}

TEST_CASE("Flow level: a lone message takes the cables of its own way, which differ by dimension",
          "[key:link.cable_delay][FLUID-21]") {
  Scenario scenario;
  MachineConfig& machine = scenario.machine;
  machine.network = NetworkShape({5, 4, 6}, {true, false, true});
  machine.link.switch_delay = 78_ns;
  machine.link.cable_delay = DimensionList<Picoseconds>{10_ns, 50_ns, 2_ns};
  scenario.workload.algorithm = "ping_pong";
  scenario.workload.message_size = 0_B;
  scenario.workload.ping_pong_peer = {3, 3, 1};
  // Two links round the ring of x, three along the row of y, one of z, each with the router's four cycles.
  const std::uint64_t cycles = 2 * (22 + 4) + 3 * (32 + 4) + 1 * (20 + 4);
  CHECK(run(scenario).simulated.count() / 4000 == 2 * (cycles + 5 + 2) + 3 * 50);
}

TEST_CASE("Flow level: a slow cable has its own bandwidth and delay in both directions, and a dimension its own",
          "[key:link.overrides][FLUID-32]") {
  // Two links in x and the same cables back; the second one has the cable.
  const auto picoseconds = [](const std::string& overrides) {
    const ScenarioResult result = read_scenario_text(
        "test.yaml",
        fmt::format("network: {{shape: [5, 4]}}\nlink: {{overrides: {}}}\nflow: {{latency_per_message: 0 ps}}\n"
                    "workload: {{algorithm: ping_pong, message_size: 4032 B, ping_pong_peer: [2, 0], repetitions: 1}}",
                    overrides),
        {});
    const auto* scenario = std::get_if<Scenario>(&result);
    REQUIRE(scenario != nullptr);
    return run(*scenario).simulated.count();
  };
  const std::uint64_t alike = picoseconds("none");
  // Of each of two messages, two packets with two flits of header each: 4,096 B, at 4 GB/s in 1,024 ns.
  CHECK(picoseconds("[{cables: [[[1, 0], [2, 0]]], bandwidth: 1 GB/s}]") == alike + 2 * 3 * 1'024'000);
  CHECK(picoseconds("[{cables: [[[2, 0], [1, 0]]], bandwidth: 2 GB/s}]") == alike + 2 * 1 * 1'024'000);
  CHECK(picoseconds("[{dimension: 0, bandwidth: 2 GB/s}]") == alike + 2 * 1 * 1'024'000);
  CHECK(picoseconds("[{dimension: 0, bandwidth: 2 GB/s}, {cables: [[[1, 0], [2, 0]]], bandwidth: 4 GB/s}]") ==
        alike + 2 * 1 * 1'024'000);
  // 110 ns instead of 10 ns: 25 cycles of 4 ns on each of its links.
  CHECK(picoseconds("[{cables: [[[1, 0], [2, 0]]], cable_delay: 110 ns}]") == alike + 2 * 100'000);
  CHECK(picoseconds("[{dimension: 0, cable_delay: 110 ns}]") == alike + 2 * 2 * 100'000);
  CHECK(picoseconds("[{dimension: 0, cable_delay: 110 ns}, {cables: [[[1, 0], [2, 0]]], cable_delay: 10 ns}]") ==
        alike + 2 * 100'000);
  // Beside the way nothing changes.
  CHECK(picoseconds("[{cables: [[[2, 0], [3, 0]], [[0, 0], [0, 1]]], bandwidth: 1 GB/s, cable_delay: 1 us}]") == alike);
}

TEST_CASE("Flow level: links unlike the others are refused where the network is the flow level's own",
          "[key:link.overrides][FLUID-32]") {
  const auto faults = [](const std::string& text) {
    const ScenarioResult result = read_scenario_text("test.yaml", text, {});
    return level_faults(Level::kFlow, std::get<Scenario>(result));
  };
  const std::string overrides = "link: {overrides: [{cables: [[[1, 0], [2, 0]]], bandwidth: 1 GB/s}]}\n";
  CHECK(faults(overrides).empty());
  const std::vector<KeyFault> own = faults(overrides + "flow: {topology: mesh, dimensions: [4, 4]}\n");
  REQUIRE(own.size() == 1);
  CHECK(own.front().key == "link.overrides");
  const std::vector<KeyFault> own_tree =
      faults(overrides + "flow: {topology: fat_tree, arity: 2}\nworkload: {algorithm: ring}\n");
  REQUIRE(own_tree.size() == 1);
  CHECK(own_tree.front().key == "link.overrides");
}

TEST_CASE("Flow level: in an idle network a message takes nearly as long as a header-only packet does on pins",
          "[key:flow.latency_per_hop][key:flow.latency_per_message][FLUID-21]") {
  const ScenarioResult result = read_scenario_text(
      "test.yaml", "workload: {algorithm: ping_pong, message_size: 0 B, ping_pong_peer: [2, 1], repetitions: 1}", {});
  // Three hops of 26 cycles, 5 for the message, 2 flits; two calls of 50 cycles before it, one before the answer.
  CHECK(run(std::get<Scenario>(result)).simulated.count() / 4000 == 2 * (3 * 26 + 5 + 2) + 3 * 50);
}
