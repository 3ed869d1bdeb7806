// Bubble flow control in whole machines.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rtl/twin/rtl_support.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/system/routed_runs.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

void use_bubble(Scenario& scenario, int virtual_channels, std::uint64_t packets) {
  MachineConfig& machine = scenario.machine;
  machine.router.flow_control = FlowControl::kBubble;
  machine.router.virtual_channels = virtual_channels;
  machine.router.vc_buffer = machine.nic.mtu * packets + kFlitBytes;
}

/// Every node of a ring sends to the node that is furthest away, in one direction, more than the ring can carry, in
/// packets of two sizes; until all are there.
Scenario full_ring(int nodes, int virtual_channels) {
  Scenario scenario = scenario_on(4, 4, "replay");
  scenario.machine.network = NetworkShape{nodes};
  scenario.machine.nic.mtu = Bytes{256};
  scenario.machine.nic.receive_buffer = Bytes{256};
  use_bubble(scenario, virtual_channels, 2);
  scenario.run.watchdog = Picoseconds{50'000'000};
  for (int node = 0; node < nodes; ++node) {
    for (int nic = 0; nic < 2; ++nic) {
      for (const std::uint64_t bytes : {224U * 20U, 32U}) {
        scenario.workload.messages.push_back({node, (node + (nodes - 1) / 2) % nodes, 0, Bytes{bytes}, {}, {}});
      }
    }
  }
  return scenario;
}

}  // namespace

TEST_CASE("Bubble: on tori and meshes both levels are equal, with one VC too, and it is another machine",
          "[EQUAL-1][ROUTE-52][key:router.flow_control]") {
  const auto [shape, virtual_channels] = GENERATE(
      table<NetworkShape, int>({{{4, 4}, 1}, {NetworkShape({4, 3, 2}, {false, false, true}), 2}, {{7, 3}, 3}}));
  Scenario scenario = routed_exchange(shape, virtual_channels, "dimension_order");
  use_bubble(scenario, virtual_channels, 2);
  const auto seconds = [](const RunHistory& run) -> double {
    return nlohmann::json::parse(run.result)["simulated_seconds"];
  };
  const RunHistory run = require_equal_levels(scenario);
  scenario.run.attribution.enabled = true;
  CHECK(seconds(require_equal_levels(scenario)) == seconds(run));
  scenario.machine.router.input_queue = InputQueueKind::kPerOutput;
  scenario.machine.router.input_transfers = InputTransfers::kPort;
  scenario.machine.router.input_nomination = "oldest";
  require_equal_levels(scenario);
  scenario.machine.router.virtual_channels = 2;
  scenario.machine.router.flow_control = FlowControl::kDateline;
  CHECK(seconds(run_level(scenario, Level::kPacket)) != seconds(run));
}

TEST_CASE("Bubble: ways that are drawn have it, each of their two sets of VCs for itself", "[EQUAL-1][ROUTE-55]") {
  for (const char* routing : {"o1turn", "valiant", "romm"}) {
    CAPTURE(routing);
    Scenario scenario = routed_exchange({5, 4}, 2, routing);
    use_bubble(scenario, 2, 3);
    require_equal_levels(scenario);
  }
}

TEST_CASE("Bubble: packets that choose among their shortest ways leave it on their escape VC only",
          "[EQUAL-1][ROUTE-58]") {
  const auto [shape, virtual_channels] =
      GENERATE(table<NetworkShape, int>({{{4, 4}, 2}, {NetworkShape({4, 3, 2}, {false, true, true}), 3}, {{7, 3}, 4}}));
  Scenario scenario = routed_exchange(shape, virtual_channels, "minimal_adaptive");
  scenario.machine.router.input_queue = InputQueueKind::kFifo;
  use_bubble(scenario, virtual_channels, 2);
  require_equal_levels(scenario);
  scenario.run.attribution.enabled = true;
  require_equal_levels(scenario);
}

TEST_CASE("Bubble: a ring under more load than it can carry goes on to the end on one VC",
          "[ROUTE-53][ROUTE-54][ROUTE-58]") {
  for (const int nodes : {4, 7}) {
    for (const int virtual_channels : {1, 2}) {
      CAPTURE(nodes, virtual_channels);
      Scenario scenario = full_ring(nodes, virtual_channels);
      CHECK(require_equal_levels(scenario).messages.size() == scenario.workload.messages.size());
      if (virtual_channels == 1) continue;
      scenario.machine.router.routing = "minimal_adaptive";
      scenario.machine.router.input_queue = InputQueueKind::kFifo;
      CHECK(require_equal_levels(scenario).messages.size() == scenario.workload.messages.size());
    }
  }
}

TEST_CASE("Bubble: the switch may be held per flit", "[ROUTE-52]") {
  Scenario scenario = full_ring(7, 2);
  scenario.machine.router.switch_hold = SwitchHold::kFlit;
  const RunHistory run = run_level(scenario, Level::kCycle);
  CHECK(run.violation == "");
  CHECK(run.messages.size() == scenario.workload.messages.size());
}

TEST_CASE("Bubble: nodes on pins are as the others are", "[ISLAND-1][ROUTE-52]") {
  Scenario scenario = full_ring(7, 1);
  const RunHistory packet = run_level(scenario, Level::kPacket);
  for (const int node : {1, 2, 5}) scenario.cycle.nodes.push_back(scenario.machine.network.coordinate(node));
  const RunHistory island = run_level(scenario, Level::kPacket);
  CHECK(island.violation == "");
  const HistoryComparison comparison = compare(packet, island, {"packet", "island"}, scenario.rank_map());
  INFO(comparison.first_difference);
  CHECK(comparison.equal());
}

TEST_CASE("Bubble: what it needs and what it does not go with is said at its key",
          "[ROUTE-56][key:router.flow_control]") {
  const auto faults = [](const std::string& router, const std::string& rest = "") {
    return reading_faults(fmt::format("router: {{flow_control: bubble{}}}\n{}", router, rest));
  };
  CHECK(faults("") == "");
  CHECK(faults(", virtual_channels: 1, vc_buffer: 4 KiB") == "");
  CHECK_THAT(faults(", vc_buffer: 4080 B"),
             Contains("two packets of 2048 B, the largest, have room: use 4096 B or more"));
  // Rows have no rings to enter.
  CHECK(faults(", vc_buffer: 2 KiB", "network: {wrap: [false, false]}\n") == "");
  CHECK_THAT(faults(", vc_buffer: 2 KiB", "network: {wrap: [false, true]}\n"), Contains("use 4096 B or more"));
  CHECK_THAT(faults(", dateline: crossing"), Contains("router.flow_control dateline"));
  for (const char* routing : {"ugal, virtual_channels: 4", "up_down"}) {
    CHECK_THAT(faults(fmt::format(", routing: {}", routing)),
               Contains("router.routing dimension_order, minimal_adaptive, o1turn, romm or valiant"));
  }
  CHECK(faults(", routing: minimal_adaptive, input_queue: fifo") == "");
  CHECK_THAT(faults(", routing: minimal_adaptive, input_queue: fifo, virtual_channels: 1"),
             Contains("needs a virtual channel for the ways"));
  CHECK_THAT(faults("", "network: {kind: graph, graph: fat_tree, arity: 2}\n"), Contains("router.flow_control"));
  MachineConfig machine;
  machine.router.flow_control = FlowControl::kBubble;
  CHECK(rtl_router_faults(machine).empty());
}
