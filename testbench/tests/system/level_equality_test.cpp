#include <fmt/core.h>

#include "hw/nic/nic_registers.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/fuzz/run_variants.h"
#include "testbench/tests/fuzz/scenario_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;

namespace {

const std::array<std::string, 2> kNames = {"cycle", "packet"};

/// What the runs of several scenarios came to.
struct Tally {
  int cases = 0;
  int islands = 0;  ///< cases that have nodes on pins
  int numa = 0;     ///< cases that have NUMA nodes
  int cores = 0;    ///< cases whose ranks' cores copy
  int phased = 0;   ///< cases whose packets have slots of phases
  int crowded = 0;  ///< cases with more ranks on a node than an engine has receive slots
  int selfish = 0;  ///< messages of ranks to themselves
  int waves = 0;    ///< runs with waves
  std::uint64_t packets = 0;
  double waited = 0;  ///< shares of packets, added over the cases
  std::uint64_t messages = 0;
};

/// Requires that the cycle level and all other ways to execute `scenario` do the same, files included.
void require_equal(const Scenario& scenario, Tally& tally) {
  // One case in thirty really with threads, which cost more than all the rest of it; the others with regions in one.
  const Threading threading{1 + tally.cases % 4, tally.cases % 30 == 1 ? 0U : std::numeric_limits<std::uint64_t>::max(),
                            tally.cases % 3 == 0 ? 0U : static_cast<std::uint64_t>(tally.cases)};
  const RunHistory cycle = run_plain(scenario);
  INFO(threading.threads << " threads");
  INFO(to_yaml(scenario, "messages.txt") << to_message_file(scenario.workload.messages));
  REQUIRE(cycle.violation.empty());
  for (const RunVariant& variant : variants_of(scenario, threading, static_cast<std::uint64_t>(tally.cases))) {
    const HistoryComparison comparison = compare_with(cycle, variant);
    INFO(comparison.first_difference);
    REQUIRE(comparison.equal());
    if (variant.name == "packet with pins") ++tally.islands;
    if (variant.waves) ++tally.waves;
  }
  ++tally.cases;
  if (scenario.node.kind == NodeKind::kNuma) ++tally.numa;
  if (scenario.has_cores()) ++tally.cores;
  if (scenario.workload.phased != nullptr) ++tally.phased;
  if (scenario.workload.ranks_per_node > nic_reg::kRingEntries) ++tally.crowded;
  for (const ReplayMessage& message : scenario.workload.messages) {
    if (message.source == message.destination) ++tally.selfish;
  }
  tally.packets += cycle.packets.size();
  if (!cycle.packets.empty()) {
    const auto waited = static_cast<double>(packets_that_waited(cycle, scenario.machine));
    tally.waited += waited / static_cast<double>(cycle.packets.size());
  }
  tally.messages += cycle.messages.size();
}

/// Sixty random scenarios, some of them with a switch that is held per flit; in the mean over the scenarios, at least
/// three of ten packets must have waited for others.
void require_equal_cases(int part) {
  constexpr int kCases = 60;
  Tally tally;
  for (int i = 0; i < kCases; ++i) {
    const auto seed = static_cast<std::uint64_t>(part * kCases + i + 1);
    CAPTURE(seed);
    require_equal(random_case(seed), tally);
  }
  const double share = tally.waited / tally.cases;
  fmt::print(
      "{} cases, {} with nodes on pins, {} with NUMA nodes, {} with cores, {} with slots of phases, {} with more ranks "
      "than slots, {} runs with "
      "waves, {} packets, in the mean {:.0f} % of a scenario's waited, {} messages, {} of them to oneself\n",
      tally.cases, tally.islands, tally.numa, tally.cores, tally.phased, tally.crowded, tally.waves, tally.packets,
      100 * share, tally.messages, tally.selfish);
  CHECK(share > 0.3);
  CHECK(tally.islands > 15);
  CHECK(tally.numa > 3);
  CHECK(tally.cores > 3);
  CHECK(tally.phased > 0);
  CHECK(tally.crowded > 0);
  CHECK(tally.selfish > 0);
  CHECK(tally.waves > 5);
}

/// A scenario in which packets wait for credits of routers and of the NIC that half of them go to, and for outputs.
Scenario congested() {
  Scenario scenario = scenario_on(4, 4, "hot_spot");
  scenario.machine.nic.mtu = Bytes{64};
  scenario.machine.nic.dma_rate = BytesPerSecond{1'000'000'000};
  scenario.machine.nic.receive_buffer = scenario.machine.nic.mtu;
  scenario.machine.router.vc_buffer = scenario.machine.nic.mtu;
  scenario.workload.packet_size = scenario.machine.nic.mtu;
  scenario.workload.load = 0.15;
  scenario.workload.hot_spot_share = 0.5;
  scenario.workload.warmup = Cycles{500};
  scenario.workload.measure = Cycles{20'000};
  scenario.workload.drain = Cycles{0};
  return scenario;
}

bool differs_with(const PacketTimings& timings) {
  FabricOptions options;
  options.packet_timings = timings;
  const Scenario scenario = congested();
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  return !compare(cycle, run_level(scenario, Level::kPacket, options), kNames, scenario.rank_map()).equal();
}

}  // namespace

TEST_CASE("Levels: a receive that is posted while credits lack closes the window at once", "[EQUAL-1][EQUAL-5]") {
  Tally tally;
  for (const std::uint64_t seed : {2065291, 2070845}) require_equal(random_scenario(seed), tally);
}
TEST_CASE("Levels: windows of links.csv that are shorter than 64 cycles are equal",
          "[EQUAL-1][EQUAL-5][key:run.sample_interval]") {
  Tally tally;
  for (const std::uint64_t cycles : {4, 25, 63, 64, 65}) {
    Scenario scenario = scenario_on(4, 4, "a2at");
    scenario.workload.message_size = Bytes{3000};
    scenario.run.sample_interval = scenario.machine.clock.edge(Cycles{cycles});
    require_equal(scenario, tally);
  }
}
TEST_CASE("Levels: a region that is ahead of one with an interrupt gets its credits in time", "[EQUAL-1][EQUAL-7]") {
  // Short buffers and nominated packets: an output has what it needs as soon as a credit is on its way.
  const ScenarioResult read = read_scenario_text("regions.yaml", R"(
network: {shape: [5, 2]}
link: {switch_delay: 34699 ps, cable_delay: 5301 ps}
router: {vc_buffer: 192 B, arbiter: injection_first_come, turnaround: 4 cycles,
  input_queue: per_output, input_transfers: port, input_nomination: oldest}
nic: {mtu: 48 B}
memory: {bandwidth: 2 GB/s}
processor: {call_overhead: 0 cycles}
pacing: {control: delay_window, target_delay: 181 cycles, delay_per_hop: 2 cycles, first_window: 37,
  largest_window: 103, increase: 1.875}
workload: {message_size: 608 B, ranks_per_node: 3, wait_receives: false}
)");
  REQUIRE(std::holds_alternative<Scenario>(read));
  const auto& scenario = std::get<Scenario>(read);
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  REQUIRE(cycle.violation.empty());
  for (const int regions : {2, 3, 4}) {
    for (std::uint64_t pauses = 0; pauses < 12; ++pauses) {
      FabricOptions fabric;
      fabric.threading = {regions, std::numeric_limits<std::uint64_t>::max(), pauses};
      const HistoryComparison comparison =
          compare(cycle, run_level(scenario, Level::kPacket, fabric), kNames, scenario.rank_map());
      CAPTURE(regions, pauses, comparison.first_difference);
      REQUIRE(comparison.equal());
    }
  }
}
TEST_CASE("Levels: cycle and packet are equal, packet by packet and hop by hop, in random scenarios 1 to 60",
          "[EQUAL-1][EQUAL-2][EQUAL-4][EQUAL-5][long]") {
  require_equal_cases(0);
}
TEST_CASE("Levels: cycle and packet are equal, packet by packet and hop by hop, in random scenarios 61 to 120",
          "[EQUAL-1][EQUAL-2][EQUAL-4][EQUAL-5][long]") {
  require_equal_cases(1);
}
TEST_CASE("Levels: cycle and packet are equal, packet by packet and hop by hop, in random scenarios 121 to 180",
          "[EQUAL-1][EQUAL-2][EQUAL-4][EQUAL-5][long]") {
  require_equal_cases(2);
}
TEST_CASE("Levels: cycle and packet are equal, packet by packet and hop by hop, in random scenarios 181 to 240",
          "[EQUAL-1][EQUAL-2][EQUAL-4][EQUAL-5][long]") {
  require_equal_cases(3);
}
TEST_CASE("Levels: a run that is cut at any time ends in the same state at cycle and packet level",
          "[key:run.max_time][RESULT-4][EQUAL-2][EQUAL-6]") {
  Scenario scenario = scenario_on(3, 3, "a2at");
  scenario.workload.message_size = Bytes{100};
  Tally tally;
  for (std::uint64_t half_cycle = 1; half_cycle < 4'000; half_cycle += 61) {
    for (const std::uint64_t more : {0, 1}) {
      scenario.run.max_time = Picoseconds{half_cycle * scenario.machine.clock.edge(Cycles{1}).count() / 2 + more};
      require_equal(scenario, tally);
    }
  }
  CHECK(tally.packets > 0);
}

TEST_CASE(
    "Levels: whatever the cycle in which a run is over, its files end in the same one, with attribution and without",
    "[EQUAL-2][TORUS-21][RESULT-27][TRACE-15]") {
  Scenario scenario = scenario_on(2, 2, "replay");
  scenario.workload.messages = {{0, 1, 0, Bytes{64}, {}, {}}};
  Scenario attributed = scenario;
  attributed.run.attribution.enabled = true;
  for (std::uint64_t delay = 0; delay < 64; ++delay) {  // the end is looked for every 64 cycles
    for (Scenario* each : {&scenario, &attributed}) each->workload.messages.front().delay = Cycles{delay};
    const RunHistory cycle = run_with_files(scenario, Level::kCycle, {}, false);
    CAPTURE(delay);
    CHECK(file_difference(cycle, run_with_files(scenario, Level::kPacket, {}, false), kNames) == "");
    CHECK(file_difference(cycle, run_with_files(attributed, Level::kCycle, {}, false), kNames) == "");
    CHECK(file_difference(cycle, run_with_files(attributed, Level::kPacket, {}, false), kNames) == "");
  }
}

TEST_CASE("Levels: an open-loop run that is cut at any time after its window conserves its flits at both levels",
          "[EQUAL-6]") {
  Scenario scenario = scenario_on(5, 4, "hot_spot");
  scenario.workload.load = 0.3;
  scenario.workload.packet_size = Bytes{101};
  scenario.workload.warmup = Cycles{100};
  scenario.workload.measure = Cycles{300};
  scenario.workload.drain = Cycles{0};
  // Its end is looked for every 64 cycles: the cut comes first, packets half sent, at edges and off them.
  Tally tally;
  for (std::uint64_t cycle = 400; cycle < 408; ++cycle) {
    for (const std::uint64_t more : {0, 1, 2000}) {
      scenario.run.max_time = scenario.machine.clock.edge(Cycles{cycle}) + Picoseconds{more};
      require_equal(scenario, tally);
    }
  }
  CHECK(tally.packets > 0);
}

TEST_CASE("Levels: a machine that stands still is told with the same packets, VCs and credits at both", "[EQUAL-3]") {
  // Two rings without a dateline, in which every node sends far, from all its engines, through buffers of one packet.
  Scenario scenario = scenario_on(8, 2, "replay");
  scenario.machine.router.dateline = "none";
  scenario.machine.router.vc_buffer = Bytes{2048};
  scenario.run.watchdog = Picoseconds{50'000'000};
  for (int node = 0; node < 16; ++node) {
    const int to = node / 8 * 8 + (node + 3) % 8;
    for (int nic = 0; nic < 4; ++nic) scenario.workload.messages.push_back({node, to, 0, Bytes{32'768}, {}, {}});
  }
  const std::string cycle = run_level(scenario, Level::kCycle).violation;
  CHECK(cycle.find("Circular wait of ") != std::string::npos);
  CHECK(run_level(scenario, Level::kPacket).violation == cycle);
}

TEST_CASE("Levels: the comparison fails if any constant of the packet level is off by a cycle",
          "[TOTAL-2][TOTAL-3][EQUAL-1]") {
  REQUIRE_FALSE(differs_with({}));
  const std::vector<std::pair<const char*, std::uint64_t PacketTimings::*>> constants = {
      {"inject_to_route", &PacketTimings::inject_to_route},
      {"route_to_request", &PacketTimings::route_to_request},
      {"grant_to_link", &PacketTimings::grant_to_link},
      {"grant_to_credit", &PacketTimings::grant_to_credit},
      {"tail_to_nic", &PacketTimings::tail_to_nic},
      {"nic_credit_to_grant", &PacketTimings::nic_credit_to_grant}};
  static_assert(sizeof(PacketTimings) == 6 * sizeof(std::uint64_t), "every constant is in the list");
  for (const auto& [name, constant] : constants) {
    CAPTURE(name);
    PacketTimings late;
    late.*constant += 1;
    CHECK(differs_with(late));
    PacketTimings early;
    early.*constant -= 1;
    CHECK(differs_with(early));
  }
}

TEST_CASE("Levels: the comparison fails for the packet level of another machine") {
  const Scenario scenario = congested();
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  Scenario other = scenario;
  other.machine.router.arbiter = "matrix";
  other.machine.router.vc_buffer = Bytes{128};
  CHECK_FALSE(compare(cycle, run_level(other, Level::kPacket), kNames, scenario.rank_map()).equal());
}
