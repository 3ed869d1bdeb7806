// Routings that let routers choose by their credits, in whole machines.
#include <fmt/format.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "rtl/twin/rtl_support.h"
#include "testbench/app/run/level.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/system/routed_runs.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

constexpr std::array<const char*, 2> kAdaptive = {"minimal_adaptive", "ugal"};

}  // namespace

TEST_CASE("Adaptive ways: on tori and meshes both levels are equal, and each routing is another one",
          "[EQUAL-1][ROUTE-41][key:router.routing]") {
  const auto [shape, virtual_channels] = GENERATE(
      table<NetworkShape, int>({{{4, 4}, 4}, {NetworkShape({4, 3, 2}, {false, false, true}), 3}, {{5, 3}, 7}}));
  std::map<std::string, std::string> times;
  for (const char* routing : {"dimension_order", "minimal_adaptive", "ugal"}) {
    const RunHistory run = require_equal_levels(routed_exchange(shape, virtual_channels, routing));
    times[nlohmann::json::parse(run.result)["simulated_seconds"].dump()] = routing;
  }
  CHECK(times.size() == 3);
}

TEST_CASE(
    "Adaptive ways: minimal_adaptive never accepts less than dimension order, and of uniform traffic a third more",
    "[ROUTE-40][ROUTE-41]") {
  for (const char* pattern : {"uniform", "transpose", "tornado", "bit_complement", "hot_spot"}) {
    for (const double load : {0.3, 0.95}) {
      CAPTURE(pattern, load);
      // Two runs of random packets that both deliver all that is offered differ by what is under way at the end.
      CHECK(accepted_load(pattern, load, "minimal_adaptive") > 0.98 * accepted_load(pattern, load, "dimension_order"));
    }
  }
  CHECK(accepted_load("uniform", 0.95, "minimal_adaptive") > 1.3 * accepted_load("uniform", 0.95, "dimension_order"));
  CHECK(accepted_load("transpose", 0.95, "minimal_adaptive") > 1.2 * accepted_load("transpose", 0.95, "o1turn"));
}

TEST_CASE("Adaptive ways: ugal goes straight under light uniform traffic, and round where the straight way is full",
          "[ROUTE-43]") {
  const auto of = [](const char* pattern, double load, const RoutingName& routing) {
    Scenario scenario = open_loop_on_8x8(pattern, load, routing);
    scenario.machine.router.virtual_channels = 8;
    return packet_result(scenario);
  };
  const auto used = [&](const RoutingName& routing) {
    return of("uniform", 0.1, routing)["link_utilisation"].get<double>();
  };
  // Valiant's packets take nearly twice the links.
  CHECK(used("ugal") < 1.02 * used("dimension_order"));
  CHECK(used("valiant") > 1.7 * used("dimension_order"));
  const auto of_tornado = [&](const RoutingName& routing) {
    return of("tornado", 0.35, routing)["open_loop"]["accepted"].get<double>();
  };
  CHECK(of_tornado("ugal") > 1.08 * of_tornado("dimension_order"));
}

TEST_CASE("Adaptive ways: what they need and what they do not go with is said at its key",
          "[ROUTE-42][ROUTE-44][ROUTE-46][FLUID-8][key:router.routing]") {
  for (const std::string routing : kAdaptive) {
    const auto faults = [&](const std::string& router, const std::string& rest = "") {
      return reading_faults(fmt::format("router: {{routing: {}, {}}}\n{}", routing, router, rest));
    };
    CHECK(faults("virtual_channels: 4") == "");
    const std::string needs = "router.routing " + routing + " needs ";
    CHECK_THAT(faults("virtual_channels: 4, input_queue: per_output"), Contains(needs + "fifo"));
    CHECK_THAT(faults("virtual_channels: 4, switch_hold: flit"), Contains(needs + "packet"));
    CHECK_THAT(faults("virtual_channels: 4, input_transfers: port, input_nomination: oldest"), Contains(needs + "any"));
    CHECK_THAT(faults("virtual_channels: 4", "pacing: {control: injection_limit}\n"),
               Contains("router.routing " + routing + " chooses only after its injection"));
    const Scenario scenario = routed_exchange({4, 4}, 4, routing);
    CHECK_THAT(first_message(level_faults(Level::kFlow, scenario)),
               Contains("routes that the flow level does not have"));
    CHECK_THAT(first_message(rtl_router_faults(scenario.machine)), Contains("has dimension_order"));
  }
  CHECK_THAT(reading_faults("router: {routing: minimal_adaptive}\n"),
             Contains("needs 2 virtual channels for the ways in dimension order, and one or more besides"));
  CHECK(reading_faults("router: {routing: minimal_adaptive, virtual_channels: 3}\n") == "");
  CHECK(reading_faults("network: {wrap: [false, false]}\nrouter: {routing: minimal_adaptive}\n") == "");
  CHECK_THAT(reading_faults("router: {routing: minimal_adaptive, virtual_channels: 3, dateline: none}\n"),
             Contains("three virtual channels are needed"));
  CHECK_THAT(reading_faults("router: {routing: ugal, virtual_channels: 2}\n"),
             Contains("four virtual channels, two in each set, are needed"));
}
