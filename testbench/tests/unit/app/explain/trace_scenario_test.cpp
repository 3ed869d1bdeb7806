#include "testbench/app/explain/trace_scenario.h"

#include <algorithm>
#include <numeric>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {
namespace {

int product(const std::vector<int>& shape) {
  return std::accumulate(shape.begin(), shape.end(), 1, [](int a, int b) { return a * b; });
}

/// Whether a torus of so many nodes may be a machine for a trace, found by trying all sides.
bool is_compact(int nodes, std::size_t dimensions) {
  for (int x = 1; x <= nodes; ++x) {
    for (int y = 1; y <= x && x * y <= nodes; ++y) {
      if (nodes % (x * y) != 0) continue;
      const int z = dimensions == 3 ? nodes / (x * y) : y;
      if (dimensions == 2 && x * y != nodes) continue;
      if (z <= y && x <= 2 * z) return true;
    }
  }
  return false;
}

TEST_CASE("Trace scenario: the machine is the smallest compact torus for the ranks", "[EXPLAIN-4]") {
  CHECK(trace_shape(2) == std::vector<int>{2, 1});
  CHECK(trace_shape(13) == std::vector<int>{5, 3});
  CHECK(trace_shape(16) == std::vector<int>{4, 4});
  CHECK(trace_shape(64) == std::vector<int>{8, 8});
  CHECK(trace_shape(65) == std::vector<int>{6, 4, 3});
  CHECK(trace_shape(1000) == std::vector<int>{10, 10, 10});
  for (int ranks = 2; ranks <= 300; ++ranks) {
    const std::vector<int> shape = trace_shape(ranks);
    CAPTURE(ranks, shape);
    CHECK(shape.size() == (ranks <= 64 ? 2U : 3U));
    CHECK(is_compact(product(shape), shape.size()));
    CHECK(product(shape) >= ranks);
    for (int fewer = ranks; fewer < product(shape); ++fewer) CHECK_FALSE(is_compact(fewer, shape.size()));
  }
}

TEST_CASE("Trace scenario: a schedule becomes a scenario of its machine, which settings change", "[EXPLAIN-4]") {
  const TemporaryFolder folder;
  const std::filesystem::path file =
      folder.write("two words.goal", "num_ranks 3\nrank 0 { send 64b to 2 }\nrank 2 { recv 64b from 0 }\n");
  REQUIRE(is_application_trace(file));
  const auto found = find_trace(file);
  REQUIRE(std::holds_alternative<ApplicationTrace>(found));
  const auto& trace = std::get<ApplicationTrace>(found);
  CHECK(trace.ranks == 3);
  const ScenarioResult read = read_trace(trace, {});
  REQUIRE(std::holds_alternative<Scenario>(read));
  const auto& scenario = std::get<Scenario>(read);
  CHECK(scenario.name == "two words");
  CHECK(scenario.nodes().nodes() == 4);
  REQUIRE(scenario.workload.schedule);
  CHECK(scenario.workload.schedule->ranks() == 3);
  const ScenarioResult larger = read_trace(trace, {"network.shape=[3, 3]", "workload.compute_scale=2"});
  REQUIRE(std::holds_alternative<Scenario>(larger));
  CHECK(std::get<Scenario>(larger).nodes().nodes() == 9);
}

TEST_CASE("Trace scenario: a scenario is no trace, and a trace that is wrong says where", "[EXPLAIN-4]") {
  const TemporaryFolder folder;
  CHECK_FALSE(is_application_trace(folder.write("a.yaml", "num_ranks: 3\n")));
  CHECK_FALSE(is_application_trace(folder.write("b", "network: {shape: [2, 2]}\n")));
  CHECK_FALSE(is_application_trace(folder.path() / "none"));
  const auto none = find_trace(folder.write("none.goal", "num_ranks 0\n"));
  REQUIRE(std::holds_alternative<std::vector<Diagnostic>>(none));
  CHECK_FALSE(std::get<std::vector<Diagnostic>>(none).empty());
  // What is wrong behind the first operation is told when the scenario is read.
  const auto late = find_trace(folder.write("late.goal", "num_ranks 2\nrank 0 { send 64b to 5 }\n"));
  REQUIRE(std::holds_alternative<ApplicationTrace>(late));
  CHECK(std::holds_alternative<std::vector<Diagnostic>>(read_trace(std::get<ApplicationTrace>(late), {})));
}

}  // namespace
}  // namespace tactus
