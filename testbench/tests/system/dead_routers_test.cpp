// Tori of which some routers do nothing.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rtl/twin/rtl_support.h"
#include "testbench/app/run/level.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/support/text_files.h"
#include "testbench/tests/system/routed_runs.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

Scenario read_good(const std::string& text) {
  CHECK(reading_faults(text) == "");
  return std::get<Scenario>(read_scenario_text("test.yaml", text));
}

}  // namespace

TEST_CASE("Dead routers: jobs and open loops leave them out at both levels alike",
          "[EQUAL-1][ROUTE-62][ROUTE-63][key:faults.routers]") {
  const std::string routing = GENERATE("up_down", "fault_tolerant");
  const std::string workload = GENERATE(
      "{jobs: [{name: a, algorithm: alltoall, message_size: 6 KiB, ranks: 5, placement: random},\n"
      "        {name: b, algorithm: allreduce, message_size: 2 KiB, repetitions: 3}]}",
      "{algorithm: uniform, load: 0.4, warmup: 300 cycles, measure: 3000 cycles}",
      "{algorithm: tornado, load: 0.4, warmup: 300 cycles, measure: 3000 cycles}");
  CAPTURE(routing, workload);
  const Scenario scenario = read_good(
      fmt::format("network: {{shape: [4, 3]}}\nfaults: {{routers: [[2, 1], [0, 0]]}}\nrouter: {{routing: {}}}\n"
                  "workload: {}\n",
                  routing, workload));
  CHECK(scenario.workload.idle_nodes == std::vector<int>{0, 6});
  const nlohmann::json result = nlohmann::json::parse(require_equal_levels(scenario).result);
  CHECK(result["messages_delivered"].get<std::uint64_t>() > 50);
}

TEST_CASE("Dead routers: the links of 63 nodes carry nearly as much as those of 64, if packets choose their ways",
          "[ROUTE-50][ROUTE-62]") {
  const auto of_uniform = [](const RoutingName& routing, const std::vector<Coordinate>& routers) {
    Scenario scenario = open_loop_on_8x8("uniform", 0.95, routing);
    scenario.machine.faults.routers = routers;
    scenario.workload.idle_nodes = scenario.machine.idle_nodes();
    return accepted_of(scenario);
  };
  const std::vector<Coordinate> one = {{3, 3}};
  const double wounded = of_uniform("fault_tolerant", one);
  CHECK(wounded > 1.5 * of_uniform("up_down", one));
  CHECK(wounded > 0.8 * of_uniform("fault_tolerant", {}));
}

TEST_CASE("Dead routers: a table of routes leaves them out, and leads packets round them",
          "[ROUTE-34][ROUTE-62][key:faults.routers]") {
  const TemporaryFolder folder;
  const std::string scenario = (folder.path() / "dead.yaml").string();
  write_file(scenario,
             "network: {shape: [4, 3]}\nfaults: {routers: [[0, 0], [2, 1]]}\nrouter: {routing: up_down}\n"
             "workload: {algorithm: uniform, load: 0.3, warmup: 300 cycles, measure: 900 cycles}\n");
  const std::string printed = succeeded(run_tactus({"routes", scenario})).out;
  CHECK_THAT(printed, !Contains("0,0 ") && !Contains("2,1 ") && Contains("\n1,1 3,1 "));
  write_file(folder.path() / "table.txt", printed);
  const std::vector<std::string> by_table = {"--set", "router.routing=table", "--set",
                                             "router.table=" + (folder.path() / "table.txt").string()};
  std::vector<std::string> again = {"routes", scenario};
  again.insert(again.end(), by_table.begin(), by_table.end());
  const auto entries = [](const std::string& table) { return table.substr(table.find("\n# node")); };
  CHECK(entries(succeeded(run_tactus(again)).out) == entries(printed));
  std::vector<std::string> compared = {"compare", scenario};
  compared.insert(compared.end(), by_table.begin(), by_table.end());
  CHECK_THAT(succeeded(run_tactus(compared)).out, Contains("verdict    equal"));
}

TEST_CASE("Dead routers: what cannot be is said at its key", "[ROUTE-51][ROUTE-62][ROUTE-63][key:faults.routers]") {
  const std::string round = "router: {routing: up_down}\n";
  const std::string uniform = "workload: {algorithm: uniform}\n";
  const std::string ways = round + uniform;
  const std::string dead = "faults: {routers: [[1, 2]]}\n";
  const std::string dead_and_round = dead + round;
  CHECK(reading_faults(dead + ways) == "");
  CHECK_THAT(reading_faults(dead + uniform), Contains("packets take routers that carry nothing (faults.routers). Use "
                                                      "up_down or fault_tolerant"));
  CHECK_THAT(reading_faults("faults: {routers: [[4, 0]]}\n" + ways), Contains("(4,0) is no node of 4x4"));
  CHECK_THAT(reading_faults("faults: {routers: [[1, 2], [1, 2]]}\n" + ways), Contains("is named twice"));
  CHECK_THAT(reading_faults("faults: {routers: [[1, 2]], cables: [[[1, 2], [1, 1]]]}\n" + ways),
             Contains("is named twice, first by faults.routers"));
  CHECK_THAT(reading_faults("network: {shape: [5], wrap: [false]}\nfaults: {routers: [[2]]}\n" + ways),
             Contains("faults.routers: no way is left from (0) to (3)"));
  CHECK_THAT(reading_faults(dead_and_round),
             Contains("workload.algorithm: a2at needs all nodes, and the router of (1,2) does nothing"));
  CHECK_THAT(reading_faults(dead_and_round + "workload: {algorithm: hot_spot, hot_spot: [1, 2]}\n"),
             Contains("workload.hot_spot: (1,2) has a router that does nothing or breaks (faults)"));
  CHECK_THAT(
      reading_faults(dead_and_round + "workload: {jobs: [{name: a, algorithm: ring, nodes: [[1, 1], [1, 2]]}]}\n"),
      Contains("workload.jobs[0].nodes: node (1,2) has a router that does nothing or breaks (faults)"));
  CHECK_THAT(reading_faults("network: {kind: graph, graph: k_ary_n_tree, arity: 2, levels: 2}\n" + dead),
             Contains("faults.routers has no effect"));
  const Scenario scenario = read_good(dead + ways);
  bool told = false;
  for (const auto& fault : level_faults(Level::kFlow, scenario)) told = told || fault.key == "faults.routers";
  CHECK(told);
  CHECK_THAT(first_message(rtl_router_faults(scenario.machine)), Contains("has dimension_order"));
}
