// Machines of which some cables break during the run.
#include <fmt/core.h>

#include <string>
#include <vector>

#include "rtl/twin/rtl_support.h"
#include "testbench/app/run/level.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/system/routed_runs.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

Picoseconds edge_at(std::uint64_t cycle) { return MachineConfig{}.clock.edge(Cycles{cycle}); }

/// Grants of the cable between (0,0) and (1,0) of a torus four wide, in their order at each router.
std::vector<std::uint64_t> grants_of_cable(const RunHistory& run) {
  std::vector<std::uint64_t> grants;
  for (const PacketHistory& packet : run.packets) {
    for (const HopRecord& hop : packet.hops) {
      const bool there = (hop.node == 0 && hop.out_port == static_cast<int>(Direction::kPlusX)) ||
                         (hop.node == 1 && hop.out_port == static_cast<int>(Direction::kMinusX));
      if (there) grants.push_back(hop.cycle);
    }
  }
  return grants;
}

/// With another way than the cable.
Scenario over_a_cable(int packets) {
  Scenario scenario = stream_over_one_cable(packets);
  scenario.machine.router.virtual_channels = 2;
  scenario.machine.router.routing = "fault_tolerant";
  return scenario;
}

void break_at(Scenario& scenario, std::uint64_t cycle) {
  scenario.machine.faults.breaks = {{{{{{1, 0}, {0, 0}}}}, edge_at(cycle)}};
}

}  // namespace

TEST_CASE("Breaks: what is granted before the edge passes whole, and nothing is granted from the edge on",
          "[ROUTE-59][ROUTE-60][EQUAL-1][key:faults.breaks]") {
  Scenario scenario = over_a_cable(1);
  break_at(scenario, 100'000);  // the ways are the same
  const PacketHistory before = require_equal_levels(scenario).packets.front();
  REQUIRE(before.hops.size() == 2);  // the cable and the NIC
  const std::uint64_t grant = before.hops.front().cycle;
  break_at(scenario, grant + 1);
  const PacketHistory last = require_equal_levels(scenario).packets.front();
  CHECK(last.delivered == before.delivered);
  // At the edge itself it goes round, over three cables: two hops more.
  break_at(scenario, grant);
  const PacketHistory round = require_equal_levels(scenario).packets.front();
  REQUIRE(round.hops.size() == 4);
  const std::uint64_t hop = before.hops[1].cycle - before.hops[0].cycle;
  CHECK(round.delivered == before.delivered + 2 * hop);
}

TEST_CASE("Breaks: a stream over the cable goes on round it, each packet once, whatever the edge",
          "[ROUTE-59][ROUTE-60][EQUAL-1][EQUAL-2]") {
  Scenario scenario = over_a_cable(12);
  break_at(scenario, 100'000);
  const std::vector<std::uint64_t> all = grants_of_cable(require_equal_levels(scenario));
  REQUIRE(all.size() >= 6);
  for (const std::uint64_t edge : {all[1], all[1] + 1, all[3] - 1, all[5] + 60}) {
    break_at(scenario, edge);
    CAPTURE(edge);
    const RunHistory run = require_equal_levels(scenario);
    CHECK(run.packets.size() == 12);
    const std::vector<std::uint64_t> grants = grants_of_cable(run);
    CHECK_FALSE(grants.empty());
    for (const std::uint64_t grant : grants) CHECK(grant < edge);
  }
}

TEST_CASE("Breaks: an exchange goes on without cables that break one after the other, beside errors and slow links",
          "[ROUTE-59][ROUTE-60][EQUAL-1][EQUAL-2]") {
  Scenario scenario = routed_exchange({4, 3}, 3, "fault_tolerant");
  const std::uint64_t packets = run_level(scenario, Level::kPacket).packets.size();
  scenario.machine.faults.breaks = {{{{{{0, 0}, {1, 0}}, {{3, 2}, {3, 1}}}}, edge_at(1500)},
                                    {{{{{0, 1}, {3, 1}}}}, edge_at(3000)}};
  const bool errors = GENERATE(false, true);
  if (errors) {
    scenario.machine.faults.bit_error_rate = 1e-5;
    LinkOverride slow;
    slow.cables = {{{2, 2}, {2, 1}}};
    slow.bandwidth = BytesPerSecond{scenario.machine.link.bandwidth.count() / 3};
    scenario.machine.link.overrides = {slow};
  }
  scenario.run.attribution.enabled = true;
  const RunHistory run = require_equal_levels(scenario);
  CHECK(run.packets.size() == packets);
  const std::vector<std::uint64_t> grants = grants_of_cable(run);
  CHECK_FALSE(grants.empty());
  for (const std::uint64_t grant : grants) CHECK(grant < 1500);
}

TEST_CASE("Breaks: credits of a cable that has broken let no packet through that waits for them",
          "[ROUTE-59][EQUAL-1]") {
  Scenario scenario = routed_exchange({4, 3}, 2, "fault_tolerant");
  scenario.machine.router.vc_buffer = scenario.machine.nic.mtu;  // of one packet
  for (std::uint64_t edge = 600; edge < 3000; edge += 75) {
    break_at(scenario, edge);
    CAPTURE(edge);
    const RunHistory run = edge % 600 == 0 ? require_equal_levels(scenario) : run_level(scenario, Level::kPacket);
    CHECK(run.violation == "");
    for (const std::uint64_t grant : grants_of_cable(run)) CHECK(grant < edge);
  }
}

TEST_CASE("Breaks: a network carries nearly as much after the death of a cable as a network without it", "[ROUTE-60]") {
  const auto accepted = [](std::uint64_t death) {
    Scenario scenario = open_loop_on_8x8("uniform", 0.95, "fault_tolerant");
    if (death == 0) {
      scenario.machine.faults.cables = {{{3, 3}, {4, 3}}};
    } else {
      scenario.machine.faults.breaks = {{{{{{3, 3}, {4, 3}}}}, edge_at(death)}};
    }
    return accepted_of(scenario);
  };
  const double without = accepted(0);
  CHECK(accepted(1) > 0.97 * without);
  CHECK(accepted(1) < 1.03 * without);
  CHECK(accepted(1'000'000) > without);
}

TEST_CASE("Breaks: what cannot be is said at its key", "[ROUTE-59][ROUTE-61][key:faults.breaks]") {
  const auto one = [](const std::string& routing, const std::string& entry) {
    return reading_faults("router: {virtual_channels: 2, routing: " + routing + "}\nfaults: {breaks: [" + entry +
                          "]}\n");
  };
  const std::string cable = "{cables: [[[0, 0], [1, 0]]], at: 2 us}";
  CHECK(one("fault_tolerant", cable) == "");
  for (const char* routing : {"dimension_order", "up_down", "minimal_adaptive"}) {
    CHECK_THAT(one(routing, cable), Contains("packets from (0,0) to (1,0) need the cable between them, which breaks "
                                             "(faults.breaks). Use fault_tolerant"));
  }
  CHECK_THAT(one("fault_tolerant", "{cables: [[[0, 0], [1, 0]]]}"),
             Contains("faults.breaks[0].at: 0 ns: a cable that carries nothing from the beginning"));
  CHECK_THAT(one("fault_tolerant", "{cabels: [[[0, 0], [1, 0]]], at: 2 us}"), Contains("did you mean cables"));
  CHECK_THAT(one("fault_tolerant", fmt::format("{0}, {0}", cable)),
             Contains("is named twice, first by faults.breaks[0].cables"));
  CHECK_THAT(reading_faults("network: {shape: [4], wrap: [false]}\nrouter: {routing: fault_tolerant}\n"
                            "faults: {breaks: [{cables: [[[1], [2]]], at: 2 us}]}\n"),
             Contains("faults.breaks: no way is left from (0) to (2)"));
  Scenario scenario = over_a_cable(1);
  break_at(scenario, 500);
  CHECK_THAT(first_message(level_faults(Level::kFlow, scenario)), Contains("the flow level has no dead cables"));
  bool told = false;
  for (const auto& fault : rtl_router_faults(scenario.machine)) told = told || fault.field == "faults.breaks";
  CHECK(told);
}
