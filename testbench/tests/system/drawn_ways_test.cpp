// Routings that draw a way for each packet, in whole machines.
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

TEST_CASE("Drawn ways: on tori and meshes both levels are equal, and each routing is another one",
          "[EQUAL-1][ROUTE-21][ROUTE-22][key:router.routing]") {
  const auto [shape, virtual_channels] = GENERATE(
      table<NetworkShape, int>({{{4, 4}, 4}, {NetworkShape({4, 3, 2}, {false, false, true}), 3}, {{5, 3}, 7}}));
  std::map<std::string, std::string> times;
  for (const char* routing : {"dimension_order", "o1turn", "valiant", "romm"}) {
    const RunHistory run = require_equal_levels(routed_exchange(shape, virtual_channels, routing));
    times[nlohmann::json::parse(run.result)["simulated_seconds"].dump()] = routing;
  }
  CHECK(times.size() == 4);
}

TEST_CASE("Drawn ways: valiant gives away half of a uniform load and lifts tornado, and o1turn lifts transpose",
          "[ROUTE-23][ROUTE-24][ROUTE-25]") {
  const auto gain = [](const char* pattern, const RoutingName& routing) {
    return accepted_load(pattern, 0.95, routing) / accepted_load(pattern, 0.95, "dimension_order");
  };
  const double uniform = gain("uniform", "valiant");
  CHECK(uniform < 0.75);
  CHECK(uniform > 0.4);
  CHECK(gain("tornado", "valiant") > 1.2);
  CHECK(gain("transpose", "o1turn") > 1.3);
  CHECK(gain("transpose", "romm") > 1.1);
}

TEST_CASE("Drawn ways: what they need and what they do not go with is said at its key",
          "[ROUTE-22][ROUTE-26][ROUTE-27][FLUID-8][key:router.routing]") {
  for (const std::string routing : {"o1turn", "valiant", "romm"}) {
    CHECK_THAT(reading_faults("router: {routing: " + routing + "}\n"),
               Contains("four virtual channels, two in each set, are needed. Packets can wait for each other"));
    CHECK_THAT(reading_faults("router: {virtual_channels: 1, routing: " + routing + "}\n"),
               Contains("parts the virtual channels into two sets"));
    const std::string fits = "router: {virtual_channels: 4, routing: " + routing + "}\n";
    CHECK(reading_faults(fits) == "");
    CHECK_THAT(
        reading_faults(fits + "pacing: {control: injection_limit}\n"),
        Contains("injection_limit: it looks at the output that a packet will take, which router.routing " + routing));
    const Scenario scenario = routed_exchange({4, 4}, 4, routing);
    CHECK_THAT(first_message(level_faults(Level::kFlow, scenario)),
               Contains("routes that the flow level does not have"));
    if (routing == "o1turn") {
      CHECK(rtl_router_faults(scenario.machine).empty());
    } else {
      CHECK_THAT(first_message(rtl_router_faults(scenario.machine)), Contains("has dimension_order and o1turn"));
    }
  }
}
