// Trees of which some links have a bandwidth or a delay of their own, at the flow level.
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "hw/router/route_function.h"
#include "testbench/app/run/level.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/flow_config.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/support/text_files.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// Eight hosts; switches 8 to 11 are above two hosts each, and cable [8, 12] leads up from the first of them.
constexpr char kEightHosts[] = "network: {kind: graph, graph: k_ary_n_tree, arity: 2, levels: 3}\n";
constexpr char kExact[] =
    "processor: {call_overhead: 0 cycles}\nflow: {latency_per_hop: 0 ps, latency_per_message: 0 ps}\n";

Scenario scenario_of(const std::string& text) {
  ScenarioResult result = read_scenario_text("test.yaml", text, {});
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) FAIL(format(faults->front()));
  Scenario scenario = std::get<Scenario>(result);
  REQUIRE(level_faults(Level::kFlow, scenario).empty());
  return scenario;
}

double nanoseconds(const Scenario& scenario) {
  return static_cast<double>(Simulation(scenario, at_level(Level::kFlow)).run().simulated.count()) / 1000;
}

/// Links that a packet between two hosts passes at packet level.
std::vector<GraphCable> packet_way(const MachineConfig& machine, const RouteFunction& routes, int from, int to) {
  const NetworkShape& shape = machine.network;
  RouteHeader header;
  header.destination = shape.coordinate(to);
  std::vector<GraphCable> way;
  int port = machine.ports().nic_port(0);
  for (int node = from; node != to;) {
    const auto link = static_cast<Direction>(routes.route(shape.coordinate(node), port, 0, header).out_port);
    const int next = shape.node(shape.neighbour(shape.coordinate(node), link));
    way.emplace_back(node, next);
    port = static_cast<int>(opposite(link));
    node = next;
  }
  return way;
}

/// Links on the flow level's route that have the bandwidth `of`.
int links_with(const FlowTopology& topology, int from, int to, double of) {
  std::vector<LinkRun> runs;
  topology.route({from, 0}, {to, 0}, runs);
  int found = 0;
  for (const LinkRun& run : runs) {
    for (LinkId link = run.first; link < run.first + run.count; ++link) found += topology.bandwidth(link) == of ? 1 : 0;
  }
  return found;
}

/// A message of `count` packets, each of 2,048 B on the wire, of 2,016 B of payload.
ReplayMessage packets(int source, int destination, std::uint64_t count, std::vector<std::size_t> wait_for = {}) {
  ReplayMessage message;
  message.source = source;
  message.destination = destination;
  message.bytes = Bytes{2016 * count};
  message.wait_for = std::move(wait_for);
  return message;
}

/// Simulated nanoseconds of `messages` on eight hosts whose links of 4 GB/s are as `overrides` says.
double time_of(const std::string& overrides, const std::vector<ReplayMessage>& messages) {
  Scenario scenario = scenario_of(std::string(kEightHosts) + kExact + "link: {overrides: " + overrides +
                                  "}\nworkload: {algorithm: ring}\n");
  scenario.workload.algorithm = "replay";
  scenario.workload.messages = messages;
  return nanoseconds(scenario);
}

constexpr char kSlowUplink[] = "[{cables: [[8, 12]], bandwidth: 1 GB/s}]";

}  // namespace

TEST_CASE("Flow level: on a tree a slow cable is on the routes of those flows whose packets pass it, and on no other",
          "[key:link.overrides][FLUID-32][GRAPH-5]") {
  for (const char* tree : {"graph: fat_tree, arity: 2", "graph: k_ary_n_tree, arity: 3, levels: 2",
                           "graph: k_ary_n_tree, arity: 2, levels: 4", "graph: k_ary_n_tree, arity: 5, levels: 1"}) {
    Scenario scenario = scenario_of(fmt::format("network: {{kind: graph, {}}}\nworkload: {{algorithm: ring}}\n", tree));
    MachineConfig& machine = scenario.machine;
    const auto routes = make_route_function(machine);
    const NetworkShape& shape = machine.network;
    for (const auto& [a, b] : shape.graph->cables()) {
      LinkOverride entry;
      entry.cables = {{shape.coordinate(a), shape.coordinate(b)}};
      entry.bandwidth = BytesPerSecond{1'000'000'000};
      machine.link.overrides = {entry};
      const auto topology = make_flow_topology(topology_of(scenario.flow, machine));
      for (int from = 0; from < shape.hosts(); ++from) {
        for (int to = 0; to < shape.hosts(); ++to) {
          if (from == to) continue;
          const std::vector<GraphCable> way = packet_way(machine, *routes, from, to);
          const auto passed = std::count(way.begin(), way.end(), GraphCable{a, b}) +
                              std::count(way.begin(), way.end(), GraphCable{b, a});
          CAPTURE(tree, a, b, from, to);
          REQUIRE(links_with(*topology, from, to, 1e-3) == passed);
        }
      }
    }
  }
}

TEST_CASE("Flow level: flows share the bandwidth of a slow uplink, and what they leave of other links others have",
          "[key:link.overrides][FLUID-32]") {
  // Both go up by the cable, 100 packets each: 409,600 B at 4 GB/s or 1 GB/s.
  const std::vector<ReplayMessage> two = {packets(0, 4, 100), packets(1, 6, 100)};
  CHECK(time_of("none", two) == Approx(409'600 / 4.0));
  CHECK(time_of(kSlowUplink, two) == Approx(409'600 / 1.0));
  CHECK(time_of("[{cables: [[9, 12], [8, 13], [12, 16]], bandwidth: 3 GB/s}]", two) == Approx(409'600 / 4.0));
  // A third flow comes down to host 4 with the first: half of that link each or, as the first has 0.5 GB/s alone, 3.5.
  // The answer has a way for itself.
  std::vector<ReplayMessage> four = two;
  four.push_back(packets(5, 4, 300));
  four.push_back(packets(4, 5, 800, {2}));
  CHECK(time_of("none", four) == Approx(204'800 / 2.0 + (614'400 - 204'800) / 4.0 + 1'638'400 / 4.0));
  CHECK(time_of(kSlowUplink, four) == Approx(614'400 / 3.5 + 1'638'400 / 4.0));
}

TEST_CASE("Flow level: a cable of a tree has its own delay, both up and down", "[key:link.overrides][FLUID-32]") {
  const auto ping_pong = [](const std::string& overrides) {
    return nanoseconds(scenario_of(std::string(kEightHosts) + "link: {overrides: " + overrides +
                                   "}\nworkload: {algorithm: ping_pong, message_size: 0 B, ping_pong_peer: 4, "
                                   "repetitions: 1}\n"));
  };
  const double alike = ping_pong("none");
  // 110 ns instead of 10 ns: the answer to host 0 comes down by the same switches.
  CHECK(ping_pong("[{cables: [[8, 12]], cable_delay: 110 ns}]") == Approx(alike + 2 * 100));
  CHECK(ping_pong("[{cables: [[0, 8]], cable_delay: 110 ns}]") == Approx(alike + 2 * 100));
  CHECK(ping_pong("[{cables: [[9, 12], [1, 8]], cable_delay: 110 ns}]") == Approx(alike));
  // 2 ns instead of 10 ns: two cycles of 4 ns, by which all other links are longer.
  CHECK(ping_pong("[{cables: [[8, 12]], cable_delay: 2 ns}]") == Approx(alike - 2 * 8));
}

TEST_CASE("tactus compare: slow cables of a tree slow flows and packets alike", "[key:link.overrides][FLUID-32]") {
  const TemporaryFolder folder;
  write_file(folder.path() / "messages.txt",
             "0 4 0 200 KiB\n1 6 0 200 KiB\n5 4 0 600 KiB id=down\n"
             "4 5 0 1600 KiB after=down\n");
  const auto compared = [&](const std::string& overrides) {
    const std::string scenario = folder.path() / "slow.yaml";
    write_file(scenario, std::string(kEightHosts) + "link: {overrides: " + overrides +
                             "}\nworkload: {algorithm: replay, messages: messages.txt}\n");
    const Outcome outcome = ended_with(0, run_tactus({"compare", scenario, "--levels", "packet,flow", "--json"}));
    return nlohmann::json::parse(outcome.out);
  };
  std::vector<double> packet;
  std::vector<double> flow;
  for (const char* overrides : {"none", kSlowUplink, "[{cables: [[5, 10]], bandwidth: 1 GB/s}]"}) {
    const auto json = compared(overrides);
    CAPTURE(overrides, json.dump());
    CHECK(std::abs(json["relative_time_error"].get<double>()) < 0.01);
    CHECK(json["completion_error"]["relative"]["max"] < 0.01);
    packet.push_back(json["simulated_seconds"]["packet"]);
    flow.push_back(json["simulated_seconds"]["flow"]);
  }
  // The uplink leaves more of the last link to the message that the answer waits for.
  CHECK((packet[1] < 0.96 * packet[0] && flow[1] < 0.96 * flow[0]));
  CHECK((packet[2] > 3 * packet[0] && flow[2] > 3 * flow[0]));
}
