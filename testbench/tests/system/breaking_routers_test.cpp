// Networks of which some routers break, or do nothing for a while.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "testbench/app/run/level.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/system/routed_runs.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

Scenario read_routed(const std::string& text) {
  const std::string whole = "router: {virtual_channels: 3, routing: fault_tolerant}\n" + text;
  CHECK(reading_faults(whole) == "");
  return std::get<Scenario>(read_scenario_text("test.yaml", whole));
}

struct Passages {
  std::vector<std::uint64_t> into;  ///< cycles in which packets were granted a link that leads to the node
  std::uint64_t last_out = 0;       ///< cycle of the last grant at the node
};

Passages passages_of(const RunHistory& run, int node) {
  Passages passages;
  for (const PacketHistory& packet : run.packets) {
    for (std::size_t hop = 0; hop < packet.hops.size(); ++hop) {
      if (packet.hops[hop].node == node) passages.last_out = std::max(passages.last_out, packet.hops[hop].cycle);
      const bool enters = hop + 1 < packet.hops.size() && packet.hops[hop + 1].node == node;
      if (enters) passages.into.push_back(packet.hops[hop].cycle);
    }
  }
  return passages;
}

}  // namespace

TEST_CASE("Routers that break: packets pass one until its edge, it passes on what it has, and then nobody comes",
          "[ROUTE-63][ROUTE-64][ROUTE-67][EQUAL-1][EQUAL-2][key:faults.breaks]") {
  const std::string workload = GENERATE("{jobs: [{name: a, algorithm: alltoall, message_size: 12 KiB}]}",
                                        "{algorithm: uniform, load: 0.6, warmup: 300 cycles, measure: 9000 cycles}");
  const bool errors = GENERATE(false, true);
  const std::string faults = errors ? ", bit_error_rate: 1e-5" : "";
  Scenario scenario = read_routed(
      fmt::format("network: {{shape: [4, 3]}}\n"
                  "faults: {{breaks: [{{routers: [[1, 1]], at: 12 us}}, {{routers: [[2, 1]], at: 16 us}}]{}}}\n"
                  "workload: {}\n",
                  faults, workload));
  scenario.run.attribution.enabled = true;
  CHECK(scenario.workload.idle_nodes == std::vector<int>{5, 6});
  const RunHistory run = require_equal_levels(scenario);
  CHECK(run.violation == "");
  for (const PacketHistory& packet : run.packets) {
    if (packet.hops.empty()) continue;  // created at the very end
    for (const int node : {5, 6}) CHECK(packet.hops.front().node != node);
  }
  for (const auto& [node, edge] : {std::pair(5, 3000U), std::pair(6, 4000U)}) {
    CAPTURE(node);
    const Passages passages = passages_of(run, node);
    CHECK(passages.into.size() > 3);
    for (const std::uint64_t cycle : passages.into) CHECK(cycle < edge);
  }
}

TEST_CASE("Routers that break: one with packets in its buffers sends them on after its edge", "[ROUTE-64][EQUAL-1]") {
  bool had_packets = false;
  for (int edge = 700; edge < 3000 && !had_packets; edge += 50) {
    const Scenario scenario = read_routed(
        fmt::format("network: {{shape: [4, 3]}}\nfaults: {{breaks: [{{routers: [[1, 1]], at: {} ns}}]}}\n"
                    "workload: {{algorithm: uniform, load: 0.8, warmup: 300 cycles, measure: 3000 cycles}}\n",
                    edge * 4));
    const RunHistory run = run_level(scenario, Level::kPacket);
    CHECK(run.violation == "");
    had_packets = had_packets || passages_of(run, 5).last_out >= static_cast<std::uint64_t>(edge);
  }
  CHECK(had_packets);
}

TEST_CASE("Routers that break: switches of a graph do so too, at both levels alike",
          "[ROUTE-64][GRAPH-7][EQUAL-1][key:faults.breaks]") {
  const std::string graph = GENERATE("graph: fat_tree, arity: 2", "graph: full_mesh, switches: 5, hosts_per_switch: 2");
  const bool is_tree = graph.find("fat_tree") != std::string::npos;
  const int node = is_tree ? 33 : 12;
  const std::string network = fmt::format("network: {{kind: graph, {}}}\n", graph);
  if (!is_tree) {
    // Its hosts have no other switch.
    CHECK_THAT(reading_faults(fmt::format("{}router: {{virtual_channels: 3, routing: fault_tolerant}}\n"
                                          "faults: {{breaks: [{{switches: [{}], at: 8 us}}]}}\n"
                                          "workload: {{algorithm: alltoall, message_size: 3000 B}}\n",
                                          network, node)),
               Contains("faults.breaks: no way is left from host"));
    return;
  }
  const Scenario scenario =
      read_routed(fmt::format("{}faults: {{breaks: [{{switches: [{}], at: 8 us}}]}}\n"
                              "workload: {{algorithm: alltoall, message_size: 3000 B}}\n",
                              network, node));
  CHECK(scenario.workload.idle_nodes.empty());
  const RunHistory run = require_equal_levels(scenario);
  const std::uint64_t edge = scenario.machine.clock.covering(Picoseconds{8'000'000}).count();
  const Passages passages = passages_of(run, node);
  CHECK(passages.into.size() > 5);
  for (const std::uint64_t cycle : passages.into) CHECK(cycle < edge);
}

TEST_CASE("Routers that do nothing for a while: packets wait for them, at both levels alike",
          "[LINK-3][LINK-5][EQUAL-1][EQUAL-2][key:faults.outages]") {
  Scenario scenario = routed_exchange({4, 3}, 2, "dimension_order");
  const double whole = seconds_of(require_equal_levels(scenario));
  scenario.machine.faults.outages = {
      {{{}, {}, {{1, 1}}}, scenario.machine.clock.edge(Cycles{1000}), scenario.machine.clock.edge(Cycles{40'000})}};
  CHECK(seconds_of(require_equal_levels(scenario)) > whole + 100e-6);
}

TEST_CASE("Routers that break: what cannot be is said at its key", "[ROUTE-61][ROUTE-64][key:faults.breaks]") {
  const std::string ways = "router: {routing: fault_tolerant}\n";
  const std::string broken = "faults: {breaks: [{routers: [[1, 2]], at: 2 us}]}\n";
  const std::string broken_and_ways = broken + ways;
  const std::string uniform = "workload: {algorithm: uniform}\n";
  CHECK(reading_faults(broken_and_ways + uniform) == "");
  CHECK_THAT(reading_faults(broken_and_ways),
             Contains("a2at needs all nodes, and the router of (1,2) does nothing or breaks (faults)"));
  CHECK_THAT(reading_faults(broken_and_ways + "workload: {algorithm: hot_spot, hot_spot: [1, 2]}\n"),
             Contains("(1,2) has a router that does nothing or breaks (faults)"));
  CHECK_THAT(reading_faults(fmt::format("{}router: {{routing: up_down}}\n{}", broken, uniform)),
             Contains("packets need the router of (1,2), which breaks (faults.breaks). Use fault_tolerant"));
  const auto with = [&](const std::string& entries) {
    return reading_faults(fmt::format("{}{}faults: {{routers: [[3, 3]], breaks: [{}]}}\n", ways, uniform, entries));
  };
  CHECK_THAT(with("{routers: [[3, 3]], at: 2 us}"), Contains("(3,3) is named twice, first by faults.routers"));
  CHECK_THAT(with("{routers: [[4, 3]], at: 2 us}"), Contains("(4,3) is no node of 4x4"));
  CHECK_THAT(with("{switches: [[1, 2]], at: 2 us}"), Contains("(1,2) is no switch of 4x4"));
  CHECK_THAT(with("{at: 2 us}"), Contains("nothing breaks: give cables, routers or switches"));
  CHECK_THAT(with("{routers: [[1, 2]], cables: [[[1, 2], [1, 1]]], at: 2 us}"),
             Contains("is named twice, first by faults.breaks[0].routers"));
  CHECK_THAT(with("{router: [[1, 2]], at: 2 us}"), Contains("did you mean routers?"));
  CHECK_THAT(reading_faults(fmt::format("network: {{shape: [5], wrap: [false]}}\n{}{}"
                                        "faults: {{breaks: [{{routers: [[2]], at: 1 us}}]}}\n",
                                        ways, uniform)),
             Contains("faults.breaks: no way is left from (0) to (3)"));
  CHECK_THAT(reading_faults(fmt::format("network: {{kind: graph, graph: k_ary_n_tree, arity: 2, levels: 2}}\n{}"
                                        "faults: {{breaks: [{{routers: [4], at: 1 us}}]}}\n",
                                        ways)),
             Contains("a graph has switches: use faults.breaks[0].switches"));
}
