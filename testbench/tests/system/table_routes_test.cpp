// Routes by a table, in whole machines.
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "hw/common/network_graphs.h"
#include "hw/router/class_routes.h"
#include "rtl/twin/rtl_support.h"
#include "testbench/app/run/level.h"
#include "testbench/app/scenario/route_table_file.h"
#include "testbench/app/scenario/route_table_text.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/parts/random_network.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/support/policies.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/support/text_files.h"
#include "testbench/tests/support/up_down_table.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

/// `scenario` with the table in `text`.
Scenario by_table(Scenario scenario, const std::string& text) {
  DiagnosticList faults;
  scenario.machine.router.table = read_route_table({"table.txt", text, 1, 0}, scenario.machine, faults);
  REQUIRE(faults.empty());
  scenario.machine.router.routing = "table";
  scenario.table_file = "table.txt";
  return scenario;
}

Scenario small_exchange(const NetworkShape& shape) {
  Scenario scenario = scenario_on(4, 4, "a2at");
  scenario.workload.message_size = Bytes{2016 + 50};
  scenario.machine.network = shape;
  scenario.machine.nic.count = 2;
  return scenario;
}

/// A result without the configuration, in which the routing is named.
std::string without_configuration(const std::string& result) {
  nlohmann::ordered_json all = nlohmann::ordered_json::parse(result);
  all.erase("configuration");
  return all.dump(1);
}

/// Messages of the faults in `text`, a scenario in a folder with the file "table.txt".
std::string faults_of_files(const std::string& text, const std::string& table) {
  const TemporaryFolder folder;
  write_file(folder.path() / "table.txt", table);
  write_file(folder.path() / "scenario.yaml", text);
  const ScenarioResult result = read_scenario((folder.path() / "scenario.yaml").string());
  std::string all;
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) {
    for (const Diagnostic& fault : *faults) all += format(fault).substr(folder.path().string().size() + 1) + "\n";
  }
  return all;
}

constexpr char kRow[] = "network: {shape: [3], wrap: [false]}\nrouter: {routing: table, table: table.txt}\n";
constexpr char kRing[] = "network: {shape: [4]}\nrouter: {virtual_channels: 1, routing: table, table: table.txt}\n";

}  // namespace

TEST_CASE("Table routes: the written table of dimension order gives every file of dimension order, at both levels",
          "[ROUTE-34][key:router.table]") {
  Dice dice(34);
  for (int i = 0; i < 4; ++i) {
    NetworkShape shape;
    shape.sizes = {};
    for (int d = 0; d <= i; ++d) {
      shape.sizes.push_back(2 + dice.below(d > 1 ? 1 : std::array{7, 3, 2, 2}[static_cast<std::size_t>(i)]));
      shape.wrap.push_back(dice.chance(70));
    }
    Scenario scenario = small_exchange(shape);
    RouterConfig& router = scenario.machine.router;
    router.dimension_order = random_order(shape.dimensions(), dice);
    router.virtual_channels = dice.between(2, 3);
    router.dateline = dice.chance(50) ? "crossing" : "entry";
    scenario.run.sample_interval = scenario.machine.clock.edge(Cycles{100});
    const Scenario same = by_table(scenario, route_table_text(scenario.machine).text);
    for (const Level level : {Level::kCycle, Level::kPacket}) {
      CAPTURE(shape.text(), static_cast<int>(level));
      RunHistory usual = run_with_files(scenario, level, {}, false);
      RunHistory table = run_with_files(same, level, {}, false);
      CHECK(usual.files.size() > 2);
      CHECK(without_configuration(usual.result) == without_configuration(table.result));
      CHECK(file_difference(usual, table, {"dimension order", "table"}) == "");
    }
  }
}

TEST_CASE("Table routes: the written table of a graph gives every file of its routing, at both levels",
          "[ROUTE-65][ROUTE-34][key:router.table]") {
  for (const auto& [graph, routing] : {std::pair{fat_tree(2), "up_down"}, std::pair{dragonfly(3, 1, 2), "minimal"}}) {
    Scenario scenario = small_exchange(NetworkShape::of_graph(graph.keep()));
    scenario.network.kind = kGraphName;
    scenario.workload.algorithm = "ring";
    scenario.machine.router.virtual_channels = 3;
    scenario.machine.router.routing = routing;
    const Scenario same = by_table(scenario, route_table_text(scenario.machine).text);
    for (const Level level : {Level::kCycle, Level::kPacket}) {
      CAPTURE(routing, static_cast<int>(level));
      RunHistory usual = run_with_files(scenario, level, {}, false);
      RunHistory table = run_with_files(same, level, {}, false);
      CHECK(without_configuration(usual.result) == without_configuration(table.result));
      CHECK(file_difference(usual, table, {routing, "table"}) == "");
    }
  }
}

TEST_CASE("Table routes: in a graph links are named by the neighbours, and faults by host and switch", "[ROUTE-65]") {
  const std::string triangle =
      "network: {kind: graph, graph: full_mesh, switches: 3, hosts: 1}\n"
      "router: {routing: table, table: table.txt, virtual_channels: 1}\nworkload: {algorithm: ring}\n";
  const std::string up = "0 * 3\n1 * 4\n2 * 5\n";
  const std::string down = "3 0 0\n4 1 1\n5 2 2\n";
  const auto faults = [&](const std::string& table) { return faults_of_files(triangle, table); };
  CHECK(faults(up + down + "3 1 4\n3 2 5\n4 0 3\n4 2 5\n5 0 3\n5 1 4\n") == "");
  // Hosts 0 and 1 by switch 5: an entry of several switches has another port at each of them.
  CHECK(faults(up + down + "3-4 * 5\n5 0 3\n5 1 4\n") == "");
  CHECK(faults(up + down + "3 1 4 from=0\n3 * 5\n4 * 5 from=1,3\n5 0 3\n5 1 4\n") == "");
  CHECK_THAT(faults(up + down + "3 1 2\n"), Contains("table.txt:7:5: error: no cable joins switch 0 and host 2"));
  CHECK_THAT(faults(up + down + "3 5 4\n"), Contains("table.txt:7:3: error: no packet is for a switch: hosts are the "
                                                     "nodes 0 to 2"));
  CHECK_THAT(faults(up + down + "3 1 plus_x\n"), Contains("'plus_x' is no output: in a graph it is the number of the "
                                                          "neighbour, 0 to 5"));
  CHECK_THAT(faults(up + down + "3 1 6\n"), Contains("'6' is no output"));
  CHECK_THAT(faults(up + down + "3 1 4 from=nic\n"), Contains("no link comes in by these inputs"));
  CHECK_THAT(faults(up + down + "3,0 1 4\n"), Contains("'3,0' is no node of the network of") && Contains("0 to 5;"));
  CHECK_THAT(
      faults(up + down + "3 1-2 4\n4 0 5\n4 2 5\n5 0 3\n"),
      Contains("table.txt:1:1: error: no entry takes packets to host 1 that come to switch 2 from host 2 on VC 0: "
               "host 2 -> switch 2"));
  CHECK_THAT(
      faults(up + down + "3 * 4\n4 * 5\n5 * 3\n"),
      Contains("this machine can deadlock by lines 7, 8 and 9. Packets can wait for each other in a circle: switch "
               "0 to switch 1 VC 0 -> switch 1 to switch 2 VC 0 -> switch 2 to switch 0 VC 0 -> switch 0 to "
               "switch 1 VC 0\n"));
}

TEST_CASE("Table routes: both levels are equal on up*/down* round dead cables, over which no packet goes",
          "[EQUAL-1][ROUTE-28][ROUTE-30]") {
  for (const NetworkShape& shape : {NetworkShape({4, 4}), NetworkShape({3, 3, 2}, {false, true, false})}) {
    Scenario scenario = small_exchange(shape);
    scenario.machine.router.virtual_channels = 2;
    const DeadCable dead{shape.node({1, 1}), Direction::kPlusX};
    const std::vector<int> ports = up_down_ports(shape, 0, {dead});
    const auto vcs = [](int to) { return to % 3 == 0 ? " vc=1" : ""; };
    const RunHistory run = require_equal_levels(by_table(scenario, table_of_ports(shape, ports, vcs)));
    std::size_t hops = 0;
    for (const PacketHistory& packet : run.packets) {
      for (const HopRecord& hop : packet.hops) {
        ++hops;
        CHECK_FALSE((hop.node == shape.node({1, 1}) && hop.out_port == 0));
        CHECK_FALSE((hop.node == shape.node({2, 1}) && hop.out_port == 1));
        if (hop.out_port < shape.directions() && packet.destination % 3 == 0) CHECK(hop.out_vc == 1);
      }
    }
    CHECK(hops > 1000);
  }
}

TEST_CASE("Table routes: the committed table keeps off its dead cable, and the other way round is refused",
          "[ROUTE-36][ROUTE-38]") {
  const ScenarioResult read = read_scenario(scenario_path("openloop/dead_cable.yaml"));
  REQUIRE(std::holds_alternative<Scenario>(read));
  Scenario scenario = std::get<Scenario>(read);
  scenario.workload.warmup = Cycles{500};
  scenario.workload.measure = Cycles{3000};
  const RunHistory run = run_level(scenario, Level::kPacket);
  CHECK(run.violation == "");
  const NetworkShape& shape = scenario.machine.network;
  int round = 0;
  for (const PacketHistory& packet : run.packets) {
    for (const HopRecord& hop : packet.hops) {
      CHECK_FALSE((hop.node == shape.node({3, 3}) && hop.out_port == 0));
      CHECK_FALSE((hop.node == shape.node({4, 3}) && hop.out_port == 1));
      round += hop.node == shape.node({3, 4}) && hop.in_port == 3 && hop.out_port == 0 ? 1 : 0;
    }
  }
  CHECK(round > 5);
}

TEST_CASE("Table routes: faults of a file are told at their lines, with the smallest example",
          "[ROUTE-33][ROUTE-35][ROUTE-36][ROUTE-38][key:router.table]") {
  CHECK(faults_of_files(kRow, "0 1-2 plus_x\n1 2 plus_x\n1-2 0 minus_x\n2 1 minus_x\n") == "");
  CHECK_THAT(faults_of_files(kRow, "0 1-2 plus_x\n1 2 plus_x\n1-2 0 minus_x\n"),
             Contains("table.txt:1:1: error: no entry takes packets of (2) to (1)"));
  CHECK_THAT(faults_of_files(kRow, "0 1-2 plus_x\n 1 2 minus_x\n1-2 0 minus_x\n2 1 minus_x\n"),
             Contains("packets to (2) may go round and never arrive: (0) -> (1) -> (0)"));
  CHECK_THAT(faults_of_files(kRow, "0 1-2 plus_y\n"), Contains("table.txt:1:7: error: 'plus_y' is no output"));
  CHECK(faults_of_files(kRing, "* * plus_x\n") ==
        "table.txt:1:1: error: this machine can deadlock by line 1. Packets can wait for each other in a circle: (0) "
        "plus_x VC 0 -> (1) plus_x VC 0 -> (2) plus_x VC 0 -> (3) plus_x VC 0 -> (0) plus_x VC 0\n"
        "    * * plus_x\n"
        "    ^\n"
        "            x 0   1   2   3\n"
        "           -0>o-0>o-0>o-0>o-0>\n");
}

TEST_CASE("Table routes: what a table needs and what it does not go with is said at its key",
          "[ROUTE-28][ROUTE-37][FLUID-8][key:router.routing][key:router.table]") {
  CHECK_THAT(faults_of_files("router: {routing: table}\n", "x"), Contains("router.table"));
  CHECK_THAT(faults_of_files("router: {routing: table, table: no.txt}\n", "x"), Contains("no such file"));
  CHECK_THAT(faults_of_files("router: {table: table.txt}\n", "* * plus_x\n"), Contains("router.table"));
  CHECK_THAT(
      faults_of_files("network: {shape: [128, 64]}\nrouter: {routing: table, table: table.txt}\n", "* * plus_x"),
      Contains("router.routing: table: a table has the next link for each pair of nodes: use at most 4096 nodes"));
  CHECK_THAT(faults_of_files("router: {routing: table, table: table.txt, dateline: entry}\n", "* * plus_x"),
             Contains("router.dateline"));
  Scenario scenario = by_table(small_exchange({4, 4}), table_of_ports({4, 4}, up_down_ports({4, 4}, 0, {})));
  scenario.machine.nic.count = 4;
  CHECK_THAT(level_faults(Level::kFlow, scenario).at(0).message, Contains("routes that the flow level does not have"));
  CHECK_THAT(rtl_router_faults(scenario.machine).at(0).message, Contains("has dimension_order"));
}

TEST_CASE("Table routes: `routes` prints a table that `run` reads", "[ROUTE-34]") {
  const TemporaryFolder folder;
  const std::string scenario = scenario_path("quickstart/a2at_4x4.yaml");
  const Outcome printed = succeeded(run_tactus({"routes", scenario}));
  CHECK_THAT(printed.out, Contains("# dimension_order of a2at_4x4, 4x4 with 2 VCs\n"));
  write_file(folder.path() / "table.txt", printed.out);
  const Outcome again = succeeded(run_tactus({"routes", scenario, "--set", "router.routing=table", "--set",
                                              "router.table=" + (folder.path() / "table.txt").string()}));
  CHECK(again.out.substr(again.out.find("\n0,0")) == printed.out.substr(printed.out.find("\n0,0")));
  CHECK_THAT(ended_with(2, run_tactus({"routes", scenario, "--set", "router.virtual_channels=4", "--set",
                                       "router.routing=valiant"}))
                 .err,
             Contains("valiant draws a way for each packet"));
  CHECK_THAT(ended_with(2, run_tactus({"routes", scenario_path("manycore/fft2d.yaml")})).err,
             Contains("has no routers"));
}

TEST_CASE("Table routes: with classes a table leads packets of each class on the VCs of its own",
          "[CLASS-13][ROUTE-30][EQUAL-1][key:classes][key:router.table]") {
  const ScenarioResult result = read_scenario_text(
      "table.yaml",
      "network: {shape: [4, 3]}\nnic: {count: 2}\nclasses: [{name: a, virtual_channels: 2, share: 2},"
      " {name: b, virtual_channels: 2}]\nworkload: {jobs: [{name: one, algorithm: alltoall, message_size: 3 KiB, "
      "class: b, ranks: 7, placement: random}, {name: two, algorithm: ring, message_size: 5 KiB}]}\n");
  const auto& in_order = std::get<Scenario>(result);
  const Scenario led = by_table(in_order, route_table_text(machine_of_class(in_order.machine, 0)).text);
  const RunHistory run = require_equal_levels(led);
  CHECK(without_configuration(run.result) == without_configuration(run_level(in_order, Level::kPacket).result));
  // A packet of the second class is on VCs 2 and 3, which the file calls 0 and 1.
  std::set<int> seen;
  for (const PacketHistory& packet : run.packets) {
    for (const HopRecord& hop : packet.hops) seen.insert(hop.out_vc);
  }
  CHECK(seen == std::set<int>{0, 1, 2, 3});
}

/// Lines that are no comment.
std::string entries_of(const std::string& table) {
  std::istringstream lines(table);
  std::string entries;
  for (std::string line; std::getline(lines, line);) {
    if (line.front() != '#') entries += line + '\n';
  }
  return entries;
}

TEST_CASE("Table routes: with classes `routes` prints the table of each class, on VCs from 0 on",
          "[ROUTE-34][ROUTE-66][CLASS-2][key:classes]") {
  const TemporaryFolder folder;
  const std::string scenario = (folder.path() / "ring.yaml").string();
  const std::string ring = "network: {shape: [3]}\n";
  const std::string jobs = "workload: {jobs: [{name: j, algorithm: alltoall}]}\n";
  write_file(scenario, ring + jobs +
                           "classes: [{name: control}, {name: bulk, virtual_channels: 2}, {name: late, "
                           "virtual_channels: 2}]\n");
  const auto of_vcs = [&](int vcs) {
    const std::string plain = (folder.path() / "plain.yaml").string();
    write_file(plain, ring + "router: {virtual_channels: " + std::to_string(vcs) + "}\n");
    return entries_of(succeeded(run_tactus({"routes", plain})).out);
  };
  const std::string control = succeeded(run_tactus({"routes", scenario, "--class", "control"})).out;
  CHECK_THAT(control, Contains("3 with 1 VCs\n# class control (VC 0); the VCs of the class are numbered from 0 on\n"));
  CHECK(entries_of(control) == of_vcs(1));
  const std::string late = succeeded(run_tactus({"routes", scenario, "--class", "late"})).out;
  CHECK_THAT(late, Contains("3 with 2 VCs\n# class late (VCs 3-4); the VCs of the class are numbered from 0 on\n"));
  CHECK(entries_of(late) == of_vcs(2));
  CHECK(of_vcs(1) != of_vcs(2));
  const std::string all = succeeded(run_tactus({"routes", scenario})).out;
  CHECK_THAT(all, Contains("# classes bulk (VCs 1-2) and late (VCs 3-4); the VCs of each class are numbered from 0"));
  CHECK(entries_of(all) == of_vcs(1) + of_vcs(2));
  CHECK_THAT(
      ended_with(2, run_tactus({"routes", scenario, "--class", "blk"})).err,
      Contains("--class: 'blk' is no class of the machine, which has control, bulk and late; did you mean bulk?"));
  CHECK_THAT(ended_with(2, run_tactus({"routes", scenario_path("quickstart/a2at_4x4.yaml"), "--class", "bulk"})).err,
             Contains("--class: 'bulk': the machine has no classes"));
}

TEST_CASE("Table routes: a machine whose classes have as many VCs reads the one table that `routes` prints of it",
          "[ROUTE-66][CLASS-13]") {
  const TemporaryFolder folder;
  const std::string scenario = scenario_path("quickstart/classes.yaml");
  const std::string printed = succeeded(run_tactus({"routes", scenario})).out;
  CHECK_THAT(printed, Contains("# classes control (VCs 0-1) and bulk (VCs 2-3); the VCs of each class"));
  write_file(folder.path() / "table.txt", printed);
  const Outcome again = succeeded(run_tactus({"routes", scenario, "--set", "router.routing=table", "--set",
                                              "router.table=" + (folder.path() / "table.txt").string()}));
  CHECK(entries_of(again.out) == entries_of(printed));
}

TEST_CASE("Table routes: a table is checked on the VCs of a class, of which all classes have as many",
          "[CLASS-13][ROUTE-36][key:classes][key:router.table]") {
  const std::string row = std::string(kRow) + "classes: [{name: a}, {name: b}]\n";
  const std::string table = "0 1-2 plus_x\n1 2 plus_x\n1-2 0 minus_x\n2 1 minus_x\n";
  CHECK(faults_of_files(row, table) == "");
  CHECK_THAT(faults_of_files(row, "0 1-2 plus_x vc=1\n"),
             Contains("'1' is no VC: virtual_channels of each class is 1, so VCs are numbered 0 to 0"));
  CHECK_THAT(faults_of_files(std::string(kRow) + "classes: [{name: a}, {name: b, virtual_channels: 2}]\n", table),
             Contains("classes: router.routing table: the VCs in the file are those of each class: give all classes as "
                      "many"));
  CHECK_THAT(faults_of_files("network: {shape: [4]}\nrouter: {routing: table, table: table.txt}\n"
                             "classes: [{name: a}, {name: b}]\n",
                             "* * plus_x\n"),
             Contains("this machine can deadlock by line 1") && Contains("(0) plus_x VC 0 -> (1) plus_x VC 0"));
}

TEST_CASE("Tables: one that takes a dead cable is refused, at the entry that does", "[ROUTE-48][key:faults.cables]") {
  const std::string mesh =
      "network: {shape: [2, 2], wrap: [false, false]}\nrouter: {routing: table, table: table.txt}\n";
  const std::string dead = "faults: {cables: [[[0, 0], [1, 0]]]}\n";
  const std::string in_order = "*,0 *,1 plus_y\n*,1 *,0 minus_y\n";
  CHECK(faults_of_files(mesh, in_order + "0,* 1,* plus_x\n1,* 0,* minus_x\n") == "");
  CHECK_THAT(
      faults_of_files(mesh + dead, in_order + "0,* 1,* plus_x\n1,* 0,* minus_x\n"),
      Contains("table.txt:4:") &&
          Contains("packets to (0,0) take the cable from (1,0) to (0,0), which carries nothing (faults.cables)"));
  const std::string dead_router = "faults: {routers: [[0, 0]]}\nworkload: {algorithm: uniform}\n";
  CHECK_THAT(faults_of_files(mesh + dead_router, in_order + "0,* 1,* plus_x\n1,* 0,* minus_x\n"),
             Contains("packets to (1,0) take the cable from (0,1) to (0,0), which carries nothing (faults.routers)"));
  const std::string round = "0,0 1,0 plus_y\n1,0 0,0 plus_y\n0,1 1,* plus_x\n1,1 0,* minus_x\n";
  CHECK(faults_of_files(mesh + dead, round + in_order) == "");
}

TEST_CASE("Tables: one that takes a dead switch is refused with the key that says so",
          "[ROUTE-48][key:faults.switches]") {
  const std::string tree =
      "network: {kind: graph, graph: k_ary_n_tree, arity: 2, levels: 2}\nworkload: {algorithm: ring}\n";
  const ScenarioResult whole = read_scenario_text("test.yaml", tree + "router: {routing: up_down}\n");
  const std::string table = route_table_text(std::get<Scenario>(whole).machine).text;
  const std::string by_table = tree + "router: {routing: table, table: table.txt}\n";
  CHECK(faults_of_files(by_table, table) == "");
  CHECK_THAT(faults_of_files(by_table + "faults: {switches: [6]}\n", table),
             Contains("which carries nothing (faults.switches)"));
}
