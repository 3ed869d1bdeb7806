#include <map>
#include <set>
#include <tuple>

#include "testbench/app/scenario/route_table_text.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/fuzz/scenario_file.h"
#include "testbench/tests/fuzz/shrink.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;

namespace {

const std::array<std::string, 2> kSides = {"a", "b"};

RunHistory small_run() {
  Scenario scenario = scenario_on(3, 2, "ring");
  scenario.workload.message_size = Bytes{3000};
  return run_level(scenario, Level::kPacket);
}

HistoryComparison compared(const RunHistory& a, const RunHistory& b) {
  return compare(a, b, kSides, RankMap({{3, 2}, 1}));
}

}  // namespace

TEST_CASE("Random scenarios: are executable, and the same for the same seed") {
  for (std::uint64_t seed = 1; seed <= 360; ++seed) {
    CAPTURE(seed);
    const Scenario scenario = random_scenario(seed);
    CHECK(is_executable(scenario));
    CHECK(is_executable(random_case(seed)));
    CHECK(is_executable(random_scenario_of_flits(seed)));
    CHECK(resolved_configuration(scenario) == resolved_configuration(random_scenario(seed)));
  }
}

TEST_CASE("Random scenarios: reach every value of every axis") {
  std::map<std::string, std::set<std::string>> seen;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    for (const auto& [key, value] : resolved_configuration(random_scenario(seed))) seen[key].insert(value);
  }
  CHECK(seen["workload.algorithm"].size() == 28);
  CHECK(seen["workload.jobs"].size() >= 30);
  CHECK(seen["workload.middle_rounds"].size() >= 3);
  CHECK(seen["workload.final_rounds"].size() >= 4);
  CHECK(seen["router.arbiter"].size() == 7);
  CHECK(seen["router.input_queue"].size() == 2);
  CHECK(seen["router.input_transfers"].size() == 3);
  CHECK(seen["router.input_nomination"].size() == policies_of(NominationKind::kName).size());
  CHECK(seen["router.turnaround"].size() == 10);
  CHECK(seen["router.flow_control"].size() == 2);
  CHECK(seen["router.dateline"].size() == 3);
  CHECK(seen["router.tie_break"].size() == policies_of(TieBreakKind::kName).size());
  CHECK(seen["router.virtual_channels"].size() == 8);
  CHECK(seen["nic.packet_buffers"].size() == 16);
  CHECK(seen["nic.outstanding_reads"].size() == 16);
  CHECK(seen["nic.class_queues"].size() == 2);
  CHECK(seen["pacing.mode"].size() == policies_of(PaceModeKind::kName).size());
  CHECK(seen["pacing.sequence_bias"].size() > 5);
  CHECK(seen["pacing.window"].size() > 5);
  CHECK(seen["pacing.control"].size() == policies_of(ControlKind::kName).size());
  CHECK(seen["workload.sequence_barrier"].size() == 2);
  CHECK(seen["counter.synchronise"].size() == 2);
  CHECK(seen["counter.rounds"].size() == 3);
  CHECK(seen["noise.kind"].size() == 4);
  CHECK(seen["noise.distribution"].size() == 2);
  CHECK(seen["noise.nodes"].size() > 5);
  CHECK(seen["workload.imbalance"].size() > 20);
  CHECK(seen["processor.return_overhead"].size() > 20);
  CHECK(seen["workload.placement"].size() == 2);
  CHECK(seen["workload.wait_receives"].size() == 2);
  CHECK(seen["workload.ranks_per_node"].size() >= 4);
  CHECK(seen["cycle.nodes"].size() > 200);
  CHECK(seen["network.shape"].size() > 150);
  CHECK(seen["network.wrap"].size() > 20);
  CHECK(seen["nic.count"].size() >= 8);
  CHECK(seen["router.dimension_order"].size() > 24);
}

TEST_CASE("Random scenarios: have every number of dimensions with every number of NICs, with rings and with rows") {
  std::set<std::tuple<int, int, bool>> seen;
  std::set<int> graphs;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const Scenario scenario = random_scenario(seed);
    const MachineConfig& machine = scenario.machine;
    CHECK(machine.network.hosts() <= (machine.network.dimensions() > 4 ? 96 : 81));
    graphs.insert(scenario.network.kind == kGraphName ? static_cast<int>(scenario.network.graph.kind) : -1);
    if (machine.network.is_graph()) continue;
    seen.insert({machine.network.dimensions(), machine.nics(), machine.network.is_torus()});
  }
  // Of five and six dimensions one to four.
  CHECK(seen.size() == (4 * kMaxNics + 2 * 4) * 2);
  CHECK(graphs.size() == 7 + 1);
}

TEST_CASE("Random scenarios: a written scenario file is read as the same scenario") {
  const TemporaryFolder folder;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Scenario scenario = random_scenario(seed);
    const std::string path = write_scenario(scenario, folder.path());
    const ScenarioResult result = read_scenario(path);
    CAPTURE(path, folder.text(scenario.name + ".yaml"), folder.text(scenario.name + ".txt"));
    REQUIRE(std::holds_alternative<Scenario>(result));
    Scenario read = std::get<Scenario>(result);
    read.messages_file.clear();
    read.schedule_file.clear();
    CHECK(resolved_configuration(read) == resolved_configuration(scenario));
    CHECK(to_message_file(read.workload.messages) == to_message_file(scenario.workload.messages));
    REQUIRE((read.workload.schedule == nullptr) == (scenario.workload.schedule == nullptr));
    if (read.workload.schedule) CHECK(to_goal(*read.workload.schedule) == to_goal(*scenario.workload.schedule));
    CHECK(to_noise_file(read.noise.events) == to_noise_file(scenario.noise.events));
    if (scenario.machine.router.table) {
      CHECK(route_table_text(read.machine).text == route_table_text(scenario.machine).text);
    }
  }
}

TEST_CASE("Shrinking: leaves nothing but what the failure needs") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Scenario scenario = random_scenario(seed);
    const auto fails = [](const Scenario& s) {
      return s.workload.algorithm == "replay" && s.workload.messages.size() >= 2 &&
             s.machine.router.arbiter == "matrix";
    };
    if (!fails(scenario)) continue;
    CAPTURE(seed);
    const Scenario smallest = shrink(scenario, fails, 10'000);
    REQUIRE(fails(smallest));
    REQUIRE(is_executable(smallest));
    CHECK(smallest.workload.messages.size() == 2);
    CHECK(smallest.machine.network.nodes() == 2);
    CHECK_FALSE(smallest.machine.nic.count.has_value());
    CHECK(smallest.machine.router.vc_buffer == RouterConfig{}.vc_buffer);
    CHECK(smallest.machine.nic.mtu == NicConfig{}.mtu);
    CHECK(smallest.pacing.mode == "off");
    CHECK(smallest.cycle.nodes.empty());
  }
}

TEST_CASE("Shrinking: asks no more often than it may") {
  int asked = 0;
  shrink(
      random_scenario(3), [&asked](const Scenario&) { return ++asked > 0; }, 20);
  CHECK(asked <= 20);
}

TEST_CASE("History: a run compared with itself differs in nothing, and a record survives the pipe") {
  const RunHistory run = small_run();
  REQUIRE(run.packets.size() > 30);
  REQUIRE(run.messages.size() == 30);
  const HistoryComparison same = compared(run, run);
  CHECK(same.equal());
  CHECK(same.packets == run.packets.size());
  CHECK(same.differing_packets == 0);
  CHECK(same.messages == 30);
}

TEST_CASE("History: one changed cycle anywhere is one differing packet, told in words") {
  const RunHistory run = small_run();
  const auto change = [&run](auto&& edit) {
    RunHistory other = run;
    edit(other);
    return compared(run, other);
  };
  using Catch::Matchers::Contains;
  const auto hop = change([](RunHistory& r) { ++r.packets[5].hops[1].cycle; });
  CHECK(hop.differing_packets == 1);
  CHECK_THAT(hop.first_difference, Contains("granted at router") && Contains("at level a") && Contains("at level b"));
  const auto vc = change([](RunHistory& r) { ++r.packets[7].hops[0].out_vc; });
  CHECK(vc.differing_packets == 1);
  const auto injected = change([](RunHistory& r) { ++r.packets[3].injected; });
  CHECK_THAT(injected.first_difference, Contains("injected"));
  const auto delivered = change([](RunHistory& r) { ++r.packets[3].delivered; });
  CHECK(delivered.differing_packets == 1);
  CHECK_THAT(delivered.first_difference, Contains("delivered"));
  const auto lost = change([](RunHistory& r) { r.packets.pop_back(); });
  CHECK(lost.differing_packets == 1);
  CHECK_THAT(lost.first_difference, Contains("never at level b"));
  const auto message = change([](RunHistory& r) { ++r.messages.back().completed; });
  CHECK(message.differing_messages == 1);
  CHECK_THAT(message.first_difference, Contains("message") && Contains("complete"));
}

TEST_CASE("History: the difference that is told is the first in simulated time") {
  const RunHistory run = small_run();
  RunHistory other = run;
  std::size_t first = 0;
  for (std::size_t i = 0; i < other.packets.size(); ++i) {
    ++other.packets[i].delivered;
    if (run.packets[i].delivered < run.packets[first].delivered) first = i;
  }
  const HistoryComparison comparison = compared(run, other);
  CHECK(comparison.differing_packets == run.packets.size());
  CHECK_THAT(comparison.first_difference,
             Catch::Matchers::Contains("in cycle " + std::to_string(run.packets[first].delivered)));
}
