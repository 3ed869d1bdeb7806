// Machines of which some cables carry nothing.
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

const std::string kOneDead = "faults: {cables: [[[0, 0], [1, 0]]]}\n";

}  // namespace

TEST_CASE("Dead cables: an exchange goes round them at both levels alike, and takes longer",
          "[EQUAL-1][ROUTE-47][ROUTE-49][ROUTE-50][key:faults.cables]") {
  const char* routing = GENERATE("up_down", "fault_tolerant");
  Scenario scenario = routed_exchange({4, 3}, 2, routing);
  const auto seconds = [](const RunHistory& run) {
    return nlohmann::json::parse(run.result)["simulated_seconds"].get<double>();
  };
  const double whole = seconds(require_equal_levels(scenario));
  scenario.machine.faults.cables = {{{0, 0}, {1, 0}}, {{3, 2}, {3, 1}}, {{0, 1}, {3, 1}}};
  CHECK(seconds(require_equal_levels(scenario)) > whole);
}

TEST_CASE("Dead cables: fault_tolerant carries more than up_down, and hardly less with one cable dead than with none",
          "[ROUTE-50]") {
  const auto of_uniform = [](const RoutingName& routing, const std::vector<Cable>& cables) {
    Scenario scenario = open_loop_on_8x8("uniform", 0.95, routing);
    scenario.machine.faults.cables = cables;
    return accepted_of(scenario);
  };
  const std::vector<Cable> one = {{{3, 3}, {4, 3}}};
  const double tree = of_uniform("up_down", one);
  const double wounded = of_uniform("fault_tolerant", one);
  CHECK(wounded > 1.5 * tree);
  CHECK(wounded > 0.8 * of_uniform("fault_tolerant", {}));
}

TEST_CASE("Dead cables: what cannot be is said at its key", "[ROUTE-48][ROUTE-51][key:faults.cables]") {
  const std::string round = "router: {routing: up_down}\n";
  CHECK(reading_faults(kOneDead + round) == "");
  CHECK_THAT(reading_faults(kOneDead), Contains("packets from (0,0) to (1,0) take the cable between them, which "
                                                "carries nothing (faults.cables). Use up_down or fault_tolerant"));
  CHECK_THAT(reading_faults("faults: {cables: [[[0, 0], [2, 0]]]}\n" + round),
             Contains("no cable joins (0,0) and (2,0)"));
  CHECK_THAT(reading_faults("faults: {cables: [[[0, 0], [4, 0]]]}\n" + round), Contains("(4,0) is no node of 4x4"));
  CHECK_THAT(reading_faults("faults: {cables: [[[0, 0], [1, 0]], [[1, 0], [0, 0]]]}\n" + round),
             Contains("is named twice"));
  CHECK_THAT(reading_faults("faults: {cables: [[0, 0], [1, 0]]}\n" + round),
             Contains("a cable is given by the two nodes that it joins"));
  CHECK_THAT(reading_faults("network: {shape: [4], wrap: [false]}\nfaults: {cables: [[[1], [2]]]}\n" + round),
             Contains("no way is left from (0) to (2)"));
  CHECK_THAT(reading_faults("router: {routing: fault_tolerant, virtual_channels: 1}\n"),
             Contains("needs a virtual channel for the tree"));
  Scenario scenario = routed_exchange({4, 4}, 2, "up_down");
  scenario.machine.faults.cables = {{{0, 0}, {1, 0}}};
  CHECK_THAT(first_message(level_faults(Level::kFlow, scenario)), Contains("the flow level has no dead cables"));
  CHECK_THAT(first_message(rtl_router_faults(scenario.machine)), Contains("has dimension_order"));
}
