#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "testbench/app/results/result_json.h"
#include "testbench/app/run/level.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/tests/fuzz/random_parts.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// A random machine and workload that the flow level can execute to the end; nothing if the seed gives none.
std::optional<Scenario> random_flows(std::uint64_t seed) {
  Scenario scenario = random_scenario(seed);
  go_in_order(scenario.machine);
  scenario.run.max_time.reset();
  scenario.cycle.nodes.clear();
  scenario.node.copies = CopiesKind::kRate;
  scenario.pacing.control = {};
  if (seed % 3 == 0) scenario.flow.solver = FlowSolverKind::kMfsN;
  if (seed % 5 == 0) scenario.flow.resolution = Picoseconds{50'000 * (seed % 7)};
  return level_faults(Level::kFlow, scenario).empty() ? std::optional(scenario) : std::nullopt;
}

struct MessageSums {
  std::uint64_t messages = 0;
  std::uint64_t lost = 0;
  std::uint64_t wrong = 0;  ///< messages whose parts do not add up to what they took
};

/// The result without what the flow attribution adds, and without what differs from run to run.
std::string without_attribution(const RunSummary& summary) {
  nlohmann::ordered_json json = to_json(summary);
  for (const char* key : {"flow_attribution", "flow_critical_path", "configuration", "host"}) json.erase(key);
  return json.dump();
}

}  // namespace

TEST_CASE("Flow attribution: messages' parts and the critical path add up on random machines, and change nothing",
          "[ATTRIBUTION-10][ATTRIBUTION-12][ATTRIBUTION-15][FLUID-31][FLOW-14][key:attribution.enabled]"
          "[key:attribution.critical_path]") {
  int executed = 0;
  std::uint64_t lost = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    std::optional<Scenario> scenario = random_flows(seed);
    if (!scenario) continue;
    CAPTURE(seed);
    INFO(to_yaml(*scenario, "messages.txt"));
    scenario->run.attribution = {};
    const RunSummary plain = Simulation(*scenario, at_level(Level::kFlow)).run();
    MessageSums sums;
    SimulationOptions options = at_level(Level::kFlow);
    options.message_report = [&](const SplitMessage& message) {
      ++sums.messages;
      std::uint64_t at_links = 0;
      for (const LinkLoss& loss : message.losses) at_links += loss.lost;
      const bool adds_up = message.split.sum() == (message.arrived - message.sent).count();
      if (!adds_up || at_links != message.split[FlowPart::kShared]) ++sums.wrong;
      sums.lost += at_links;
    };
    scenario->run.attribution = {true, true};
    const RunSummary split = Simulation(*scenario, options).run();
    REQUIRE(without_attribution(split) == without_attribution(plain));
    REQUIRE(sums.wrong == 0);
    REQUIRE(split.flow_attribution->total.count == sums.messages);
    REQUIRE(split.flow_attribution->total.time[FlowPart::kShared] == sums.lost);
    REQUIRE(split.flow_critical_path->length == split.simulated.count());
    REQUIRE(split.flow_critical_path->parts.sum() == split.simulated.count());
    lost += sums.lost;
    ++executed;
  }
  CHECK(executed > 60);
  CHECK(lost > 0);
}

TEST_CASE("Flow attribution: what two messages lose is at the link that its messages share",
          "[ATTRIBUTION-12][RESULT-59][RESULT-60]") {
  // Two messages of ten packets, one link that both pass: (1,0) to (2,0). Alone each takes 5,120 ns.
  Scenario scenario = scenario_on(5, 5, "replay");
  scenario.workload.messages = {{0, 2, 0, Bytes{20'160}, {}, {}}, {1, 2, 1, Bytes{20'160}, {}, {}}};
  scenario.run.attribution = {true, true};
  Simulation simulation(scenario, at_level(Level::kFlow));
  const nlohmann::ordered_json json = to_json(simulation.run());
  const auto& flows = json["flow_attribution"];
  CHECK(flows["messages"] == 2);
  CHECK(flows["parts"]["transfer"] == 2 * 5'120'000);
  CHECK(flows["parts"]["shared"] == 2 * 5'120'000);
  // (2 + 1) hops of 26 cycles and 5 for each message.
  CHECK(flows["parts"]["latency"] == (3 * 26 + 2 * 5) * 4'000);
  CHECK(flows["latency_ps"] == 4 * 5'120'000 + 88 * 4'000);
  REQUIRE(flows["worst_links"].size() == 1);
  CHECK(flows["worst_links"][0]["link"] == "(1,0) plus_x");
  CHECK(flows["worst_links"][0]["lost_ps"] == 2 * 5'120'000);
  CHECK(flows["worst_links"][0]["messages"] == 2);
  const auto& path = json["flow_critical_path"];
  CHECK(path["parts"]["shared"] == 5'120'000);
  CHECK(path["parts"]["latency"] == (2 * 26 + 5) * 4'000);
  CHECK(path["most"][0]["ps"] == 5'120'000);
  for (const auto& sum : path["most"]) CHECK((sum["node"].is_null() || sum["node"].size() == 2));
  CHECK(path["ps"].get<double>() == Approx(1e12 * json["simulated_seconds"].get<double>()));
}

TEST_CASE("tactus explain: at flow level it names links, tries what the level has, and gains by it", "[EXPLAIN-2]") {
  const std::vector<std::string> explain = {"explain", scenario_path("quickstart/a2at_4x4.yaml"), "--level", "flow"};
  const Outcome page = ended_with(0, run_tactus(explain));
  CHECK(page.err.empty());
  CHECK_THAT(page.out, Contains("shared         lost to other messages") && Contains("(0,3) plus_x") &&
                           Contains("Critical path") && Contains("router.tie_break=signed"));
  CHECK_THAT(page.out, !Contains("arbiter") && !Contains("window"));
  std::vector<std::string> as_json = explain;
  as_json.insert(as_json.end(), {"--json", "--tries", "2"});
  const auto json = nlohmann::json::parse(run_tactus(as_json).out);
  CHECK(json["flow_attribution"]["worst_links"].size() == 5);
  REQUIRE(json["tried"].size() == 2);
  CHECK(json["tried"][0]["simulated_seconds"] < json["simulated_seconds"]);
}

TEST_CASE("tactus explain: a network that only the flow level has, and a folder of such a run", "[EXPLAIN-2]") {
  const TemporaryFolder folder;
  succeeded(run_tactus({"run", scenario_path("mfs/fat_tree.yaml"), "--level", "flow", "--quiet", "--out", folder.path(),
                        "--set", "placement=random", "--set", "attribution.enabled=true"}));
  const Outcome page = ended_with(0, run_tactus({"explain", folder.path()}));
  CHECK_THAT(page.out, Contains("Links at which messages lost most") && Contains("level"));
  CHECK_THAT(page.out, Contains("The run has no critical path") && Contains("tried"));
}
