// Machines whose nodes a graph of switches and cables joins.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "hw/common/network_graphs.h"
#include "testbench/app/process/own_process.h"
#include "testbench/app/run/level.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/system/routed_runs.h"
#include "testbench/tests/system/timetable_bench.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

Scenario graph_scenario(const std::string& network, const std::string& rest = {}) {
  const ScenarioResult result = read_scenario_text("graph.yaml", "network: {kind: graph, " + network + "}\n" + rest);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) FAIL(faults->front().message);
  return std::get<Scenario>(result);
}

std::string graph_faults(const std::string& network, const std::string& rest = {}) {
  return reading_faults("network: {kind: graph, " + network + "}\n" + rest);
}

}  // namespace

TEST_CASE("Graphs: a lone packet takes 26 cycles per link and one per flit on every kind of graph",
          "[GRAPH-1][TOTAL-1][TOTAL-4]") {
  for (const GraphParts& parts :
       {fat_tree(2), k_ary_n_tree(3, 2), dragonfly(2, 1, 2), hyperx({3, 2}, 1), hyper_crossbar({3, 2})}) {
    MachineConfig machine;
    machine.network = NetworkShape::of_graph(parts.keep());
    machine.router.routing = "up_down";
    if (parts.levels.empty()) {
      machine.router.routing = "minimal";
      machine.router.virtual_channels = 3;
    }
    std::vector<LonePacket> packets;
    for (const int from : {0, parts.hosts - 1}) {
      for (int to = 0; to < parts.hosts; ++to) {
        packets.push_back({machine.network.coordinate(from), machine.network.coordinate(to), 2 + 9 * to % 127});
      }
    }
    CAPTURE(machine.network.text());
    CHECK(in_own_process([&] { return TimetableBench(machine, packets).run(); }) == "");
  }
}

TEST_CASE("Graphs: both levels are equal on every graph with every routing, idle or full",
          "[EQUAL-1][key:network.kind][key:network.graph][key:network.arity][key:network.levels][key:network.sizes]"
          "[key:network.switches][key:network.global_links][key:network.hosts]") {
  const std::string router = "router: {virtual_channels: 3, routing: ";
  const std::string exchange = "workload: {algorithm: ring, message_size: 5000 B}\n";
  const std::string full =
      "workload: {algorithm: uniform, load: 0.9, warmup: 1 us, measure: 20 us, packet_size: 512 B}\n";
  const std::string many = "workload: {algorithm: alltoall, message_size: 3000 B, ranks_per_node: 2}\n";
  require_equal_levels(graph_scenario("graph: fat_tree, arity: 2", router + "up_down}\n" + exchange));
  require_equal_levels(graph_scenario("graph: fat_tree, arity: 2", router + "up_down}\n" + full));
  require_equal_levels(graph_scenario("graph: k_ary_n_tree, arity: 2, levels: 3", router + "fault_tolerant}\n" + many));
  require_equal_levels(
      graph_scenario("graph: dragonfly, switches: 3, global_links: 1, hosts: 2", router + "minimal}\n" + full));
  require_equal_levels(
      graph_scenario("graph: dragonfly, switches: 3, global_links: 1, hosts: 2", router + "up_down}\n" + many));
  require_equal_levels(graph_scenario("graph: hyperx, sizes: [3, 2], hosts: 2", router + "minimal}\n" + exchange));
  require_equal_levels(graph_scenario("graph: full_mesh, switches: 5, hosts: 2", router + "valiant}\n" + full));
  require_equal_levels(graph_scenario("graph: full_mesh, switches: 5, hosts: 2", router + "fault_tolerant}\n" + full));
  require_equal_levels(graph_scenario("graph: full_mesh, switches: 5, hosts: 2", router + "ugal}\n" + full));
  require_equal_levels(graph_scenario("graph: hyper_crossbar, sizes: [3, 3]", router + "up_down}\n" + full));
}

TEST_CASE("Graphs: slow, dead and interrupted cables, pins, NUMA nodes and pacing, equal at both levels",
          "[EQUAL-1][GRAPH-7][GRAPH-9]") {
  const std::string exchange = "workload: {algorithm: ring, message_size: 5000 B}\n";
  Scenario scenario =
      graph_scenario("graph: fat_tree, arity: 2",
                     "link: {overrides: [{cables: [[16, 24]], bandwidth: 1 GB/s, cable_delay: 200 ns}]}\n"
                     "faults: {cables: [[16, 25]], bit_error_rate: 1e-6, outages: [{cables: [[0, 16]], from: 1 us, "
                     "until: 5 us}]}\n"
                     "pacing: {mode: hops, bias: 1}\n" +
                         exchange);
  const double disturbed = packet_result(scenario)["simulated_seconds"];
  require_equal_levels(scenario);
  const double whole = packet_result(graph_scenario("graph: fat_tree, arity: 2", exchange))["simulated_seconds"];
  CHECK(disturbed > whole);
  require_equal_levels(
      graph_scenario("graph: full_mesh, switches: 3, hosts: 2", "cycle: {nodes: [0, 7]}\n" + exchange));
  require_equal_levels(graph_scenario("graph: full_mesh, switches: 3, hosts: 2",
                                      "node: {kind: numa}\nworkload: {algorithm: ring, message_size: 2 KiB}\n"));
}

TEST_CASE("Graphs: switches of up to 62 cables, equal at both levels", "[EQUAL-1][GRAPH-2]") {
  const std::string exchange = "workload: {algorithm: ring, sequences: [31, 2], message_size: 5000 B}\n";
  const std::string router = "router: {virtual_channels: 1, input_transfers: port, arbiter: oldest_first";
  require_equal_levels(graph_scenario("graph: k_ary_n_tree, arity: 62, levels: 1", router + "}\n" + exchange));
  require_equal_levels(
      graph_scenario("graph: full_mesh, switches: 2, hosts: 40", router + ", input_nomination: oldest}\n" + exchange));
  require_equal_levels(graph_scenario("graph: full_mesh, switches: 3, hosts: 28",
                                      "router: {virtual_channels: 2, routing: fault_tolerant}\n" + exchange));
  // All hosts of a switch shift by one cable each; no two messages share a link.
  const nlohmann::json result = packet_result(graph_scenario(
      "graph: k_ary_n_tree, arity: 62, levels: 1",
      "router: {virtual_channels: 1}\nworkload: {algorithm: ring, sequences: [1], message_size: 2016 B}\n"));
  MachineConfig machine;
  machine.network = {2};
  const double lone = machine.clock.picoseconds() * 1e-3 * static_cast<double>(zero_load_latency(machine, 2, 128));
  CHECK(result["packet_latency_ns"]["max"].get<double>() == Approx(lone));
}

TEST_CASE("Graphs: a shift of all hosts of a fat tree goes at the speed of one message", "[GRAPH-5]") {
  // In each step of ring every host sends one message of one packet; no two share a link, whatever the step.
  const auto slowest_of = [](const std::string& arity) {
    const nlohmann::json result = packet_result(graph_scenario(
        "graph: fat_tree, arity: " + arity,
        "workload: {algorithm: ring, message_size: 2016 B, wait_receives: true, sequence_barrier: false}\n"));
    return result["packet_latency_ns"]["max"].get<double>();
  };
  MachineConfig machine;
  machine.network = {2};
  const double lone = machine.clock.picoseconds() * 1e-3 * static_cast<double>(zero_load_latency(machine, 6, 128));
  CHECK(slowest_of("2") == Approx(lone));
  CHECK(slowest_of("3") == Approx(lone));
}

TEST_CASE("Graphs: utilisation is of the links of each group", "[GRAPH-4][RESULT-8]") {
  // ring on 16 hosts: of the 15 messages of each host one stays at its switch, two below a switch of the next level.
  const nlohmann::json result =
      packet_result(graph_scenario("graph: fat_tree, arity: 2", "workload: {algorithm: ring, message_size: 2016 B}\n"));
  const double cycles = result["simulated_seconds"].get<double>() / 4e-9;
  const auto flits = [&](const char* group) {
    return result["direction_utilisation"][group].get<double>() * cycles * 16 / 128;
  };
  CHECK(flits("up_0") == Approx(16 * 15).epsilon(1e-6));
  CHECK(flits("down_1") == Approx(16 * 15).epsilon(1e-6));
  CHECK(flits("up_1") == Approx(16 * 14).epsilon(1e-6));
  CHECK(flits("down_3") == Approx(16 * 12).epsilon(1e-6));
  CHECK(result["packet_hops"] == 16 * (1 * 2 + 2 * 4 + 12 * 6));
}

TEST_CASE("Graphs: adaptive ways carry more of uniform traffic than ways up and down a dragonfly", "[GRAPH-8]") {
  const auto accepted = [](const std::string& routing) {
    return accepted_of(graph_scenario(
        "graph: dragonfly, switches: 4, global_links: 2, hosts: 2",
        "router: {virtual_channels: 4, routing: " + routing +
            "}\nworkload: {algorithm: uniform, load: 0.9, warmup: 8 us, measure: 24 us, drain: 0 ns}\n"));
  };
  const double tree = accepted("up_down");
  const double minimal = accepted("minimal");
  CHECK(minimal > 1.5 * tree);
  CHECK(accepted("fault_tolerant") > tree);
}

TEST_CASE("Graphs: ugal is as minimal where that is best, and better than both where one cable is full", "[GRAPH-12]") {
  const auto scenario = [](const std::string& routing, const std::string& workload) {
    return graph_scenario("graph: dragonfly, switches: 4, global_links: 2, hosts: 2",
                          "router: {virtual_channels: 6, routing: " + routing + "}\n" + workload);
  };
  const auto uniform = [&](const std::string& routing) {
    return accepted_of(
        scenario(routing, "workload: {algorithm: uniform, load: 0.4, warmup: 8 us, measure: 24 us, drain: 0 ns}\n"));
  };
  CHECK(uniform("ugal") > 0.97 * uniform("minimal"));
  // All hosts of a group send to the next group, to which one cable leads.
  const auto next_group = [&](const std::string& routing) {
    Scenario exchange = scenario(routing, "workload: {algorithm: ring, message_size: 64 KiB, sequences: [8]}\n");
    return packet_result(exchange)["simulated_seconds"].get<double>();
  };
  CHECK(next_group("ugal") < 0.9 * next_group("minimal"));
  CHECK(next_group("ugal") < next_group("valiant"));
}

TEST_CASE("Graphs: an exchange goes on without cables that break, at both levels alike",
          "[ROUTE-59][ROUTE-60][GRAPH-7][EQUAL-1][key:faults.breaks]") {
  const Scenario scenario = graph_scenario("graph: fat_tree, arity: 2",
                                           "router: {virtual_channels: 3, routing: fault_tolerant}\n"
                                           "faults: {breaks: [{cables: [[16, 25], [20, 29]], at: 8 us}]}\n"
                                           "workload: {algorithm: alltoall, message_size: 3000 B}\n");
  const RunHistory run = require_equal_levels(scenario);
  const auto edge = scenario.machine.clock.covering(Picoseconds{8'000'000}).count();
  std::size_t before = 0;
  for (const PacketHistory& packet : run.packets) {
    for (std::size_t hop = 0; hop + 1 < packet.hops.size(); ++hop) {
      const std::pair<int, int> ends = std::minmax({int{packet.hops[hop].node}, int{packet.hops[hop + 1].node}});
      if (ends != std::pair(16, 25) && ends != std::pair(20, 29)) continue;
      CHECK(packet.hops[hop].cycle < edge);
      ++before;
    }
  }
  CHECK(before > 0);
}

TEST_CASE("Graphs: an exchange goes round dead switches at both levels alike",
          "[GRAPH-13][EQUAL-1][key:faults.switches]") {
  const std::string dead = "faults: {switches: [24, 33], cables: [[16, 25]]}\n";
  const std::string exchange = "workload: {algorithm: alltoall, message_size: 3000 B}\n";
  for (const char* routing : {"fault_tolerant", "up_down"}) {
    const std::string router = std::string("router: {virtual_channels: 3, routing: ") + routing + "}\n";
    const std::string cables = "faults: {switches: [25, 35], cables: [[20, 29]]}\n";
    const Scenario whole = graph_scenario("graph: fat_tree, arity: 2", router + exchange);
    const Scenario part = graph_scenario("graph: fat_tree, arity: 2", fmt::format("{}{}{}", router, cables, exchange));
    require_equal_levels(part);
    CHECK(packet_result(part)["simulated_seconds"] > packet_result(whole)["simulated_seconds"]);
    const RunHistory run = run_level(part, Level::kPacket);
    for (const PacketHistory& packet : run.packets) {
      for (const HopRecord& hop : packet.hops) CHECK_FALSE((hop.node == 25 || hop.node == 35));
    }
  }
  CHECK_THAT(graph_faults("graph: fat_tree, arity: 2", dead), Contains("no way is left from host 0 to host"));
  CHECK_THAT(graph_faults("graph: fat_tree, arity: 2", "faults: {switches: [3, 24, 24, 99]}\n"),
             Contains("host 3 is no switch of") && Contains("switch 8 is named twice") && Contains("is no switch of"));
  CHECK_THAT(graph_faults("graph: fat_tree, arity: 2",
                          "faults: {switches: [24], outages: [{cables: [[16, 24]], from: 1 us, until: 2 us}]}\n"),
             Contains("is named twice, first by faults.switches"));
  CHECK_THAT(graph_faults("graph: fat_tree, arity: 2",
                          "faults: {switches: [24]}\nrouter: {routing: valiant, "
                          "virtual_channels: 8}\n"),
             Contains("packets take switches that carry nothing (faults.switches)"));
  CHECK_THAT(reading_faults("faults: {switches: [[0, 0]]}\n"),
             Contains("faults.switches has no effect: network.kind is torus"));
}

TEST_CASE("Graphs: what cannot be is said at its key", "[GRAPH-10]") {
  CHECK(graph_faults("graph: fat_tree, arity: 2", "workload: {algorithm: ring}\n") == "");
  CHECK_THAT(graph_faults("graph: k_ary_n_tree, arity: 32, levels: 2"),
             Contains("64 cables at a switch: it has ports for 62"));
  CHECK_THAT(graph_faults("graph: k_ary_n_tree, arity: 4, levels: 9"), Contains("262144 hosts: at most 65536 nodes"));
  CHECK_THAT(graph_faults("graph: k_ary_n_tree, arity: 2, levels: 13"), Contains("tables of routes are made for"));
  CHECK_THAT(graph_faults("graph: k_ary_n_tree, arity: 1"), Contains("1 host: a network has two or more"));
  CHECK_THAT(graph_faults("graph: hyperx, sizes: [3, 1]"), Contains("a dimension has 2 or more"));
  CHECK_THAT(graph_faults("graph: dragonfly, arity: 3"), Contains("network.arity has no effect"));
  CHECK_THAT(graph_faults("shape: [4, 4]"), Contains("network.shape has no effect"));
  CHECK_THAT(graph_faults("graph: fat_tre"), Contains("did you mean fat_tree"));
  CHECK_THAT(graph_faults("graph: file"), Contains("network.graph: file needs network.file"));
  CHECK_THAT(graph_faults("graph: fat_tree", "router: {routing: dimension_order}\n"),
             Contains("its ways are those of a torus or mesh; graphs have fault_tolerant, minimal, table, ugal, "
                      "up_down or valiant"));
  CHECK_THAT(reading_faults("router: {routing: minimal}\n"), Contains("tori and meshes have dimension_order"));
  CHECK_THAT(graph_faults("graph: fat_tree", "workload: {algorithm: a2at}\n"), Contains("goes by places in a grid"));
  CHECK_THAT(graph_faults("graph: fat_tree", "link: {overrides: [{dimension: 0, bandwidth: 1 GB/s}]}\n"),
             Contains("a graph has no dimensions: name cables"));
  CHECK_THAT(graph_faults("graph: fat_tree", "link: {overrides: [{cables: [[0, 1]], bandwidth: 1 GB/s}]}\n"),
             Contains("no cable joins host 0 and host 1"));
  CHECK_THAT(graph_faults("graph: fat_tree", "waves: {nodes: [[0, 1]]}\n"), Contains("waves.nodes"));
  CHECK_THAT(graph_faults("graph: fat_tree", "rtl: {routers: all}\n"), Contains("rtl.routers has no effect"));
}
