#include <fmt/core.h>

#include <set>
#include <tuple>

#include "hw/common/random.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::literals;
using namespace tactus::test;

namespace {

constexpr std::array<Level, 3> kLevels = {Level::kCycle, Level::kPacket, Level::kFlow};

Scenario with_ranks(int width, int height, int ranks, const AlgorithmName& algorithm, Bytes size) {
  Scenario scenario = scenario_on(width, height, algorithm);
  scenario.workload.ranks_per_node = ranks;
  scenario.workload.message_size = size;
  scenario.run.watchdog = 100_us;
  return scenario;
}

/// Messages between any two ranks of 4x4 nodes with 8 ranks each; some wait for what their sender has received.
Scenario replayed(std::uint64_t seed) {
  Scenario scenario = with_ranks(4, 4, 8, "replay", 0_B);
  const RandomStream draws(seed, 0);
  std::uint64_t index = 0;
  const auto below = [&](std::uint64_t bound) { return draws.below(index++, bound); };
  std::vector<ReplayMessage>& messages = scenario.workload.messages;
  for (std::size_t i = 0; i < 500; ++i) {
    ReplayMessage message;
    message.source = static_cast<int>(below(128));
    // Every fourth within the node.
    const int node = i % 4 == 0 ? message.source / 8 : static_cast<int>(below(16));
    message.destination = node * 8 + static_cast<int>(below(8));
    message.order = static_cast<int>(i / 100);
    message.bytes = Bytes{below(6000)};
    for (std::size_t j = 0; j < i; ++j) {
      const bool earlier = messages[j].order < message.order && messages[j].destination == message.source;
      if (earlier && message.wait_for.size() < 3) message.wait_for.push_back(j);
    }
    messages.push_back(message);
  }
  return scenario;
}

/// Every message of `history` is complete once; how many there are.
std::size_t distinct_messages(const RunHistory& history) {
  std::set<std::tuple<int, int, std::uint32_t>> seen;
  for (const MessageRecord& message : history.messages) {
    CHECK(seen.insert({message.source, message.destination, message.tag}).second);
  }
  return seen.size();
}

/// Cycle and packet level are equal, and every level delivers each of `messages` messages once.
void check_levels(const Scenario& scenario, std::size_t messages) {
  std::array<RunHistory, 3> runs;
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    runs[i] = run_level(scenario, kLevels[i]);
    INFO(to_string(kLevels[i]));
    REQUIRE(runs[i].violation == "");
    CHECK(distinct_messages(runs[i]) == messages);
  }
  const HistoryComparison comparison = compare(runs[0], runs[1], {"cycle", "packet"}, scenario.rank_map());
  CHECK(comparison.first_difference == "");
  CHECK(comparison.messages == messages);
}

/// Ranks 0 and 1 of each node send each other `size`, and nobody else anything.
Scenario within_nodes(Bytes size) {
  Scenario scenario = with_ranks(2, 2, 2, "replay", 0_B);
  for (int rank = 0; rank < 8; ++rank) {
    ReplayMessage message;
    message.source = rank;
    message.destination = rank ^ 1;
    message.bytes = size;
    scenario.workload.messages.push_back(message);
  }
  scenario.workload.copy = {2_GBps, 500_ns};
  return scenario;
}

/// More ranks than an engine has slots, each of which needs one before its messages can be complete.
Scenario crowded(const NetworkShape& nodes, int ranks, const AlgorithmName& algorithm, Bytes size) {
  Scenario scenario = with_ranks(2, 2, ranks, algorithm, size);
  scenario.machine.network = nodes;
  return scenario;
}

/// So many messages come to rank 1 before it posts a receive for any of them.
Scenario gathered_late(int messages) {
  Scenario scenario = scenario_on(2, 2, "replay");
  std::vector<ReplayMessage>& list = scenario.workload.messages;
  list.push_back({0, 1, 0, 8_B, Cycles{0}, {}});
  for (int i = 0; i < messages; ++i) list.push_back({2, 1, i / 500, 8_B, Cycles{0}, {}});
  list.push_back({1, 3, 0, 8_B, Cycles{static_cast<std::uint64_t>(60 * messages)}, {0}});
  return scenario;
}

}  // namespace

TEST_CASE("Ranks per node: 8 on each node of a 4x4 torus exchange all to all, alike at cycle and packet level",
          "[EQUAL-1]") {
  Scenario scenario = with_ranks(4, 4, 8, "a2at", 256_B);
  check_levels(scenario, 128 * 127);
  scenario.workload.placement = "random";
  scenario.workload.sequences = {1, 7, 33, 38};
  check_levels(scenario, 128 * (4 + 4 + 1 + 1));
}

TEST_CASE("Ranks per node: replayed messages between any ranks, alike at cycle and packet level", "[EQUAL-1]") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) check_levels(replayed(seed), 500);
}

TEST_CASE("Ranks per node: butterflies, barriers and noise of each processor, alike at cycle and packet level") {
  Scenario butterfly = with_ranks(2, 2, 4, "butterfly", 8_B);
  butterfly.workload.middle_rounds = 1;
  butterfly.workload.combine_time = Cycles{100};
  butterfly.noise.events.kind = NoiseKind::kPeriodic;
  butterfly.noise.events.period = 20_us;
  butterfly.noise.events.length = 1_us;
  const RunHistory cycle = run_level(butterfly, Level::kCycle);
  const RunHistory packet = run_level(butterfly, Level::kPacket);
  REQUIRE(cycle.violation == "");
  CHECK(compare(cycle, packet, {"cycle", "packet"}, butterfly.rank_map()).first_difference == "");
  CHECK(run_level(butterfly, Level::kFlow).violation == "");
  Scenario barriers = with_ranks(3, 2, 5, "barrier", 0_B);
  barriers.workload.repetitions = 3;
  check_levels(barriers, 3 * 5 * 30);
}

TEST_CASE("Ranks per node: messages within nodes take the time of copies, and no flit moves",
          "[RANK-25][key:node.copy_rate][key:node.copy_latency]") {
  const Scenario scenario = within_nodes(3000_B);
  // Two calls before the copy is made, of 500 ns and 3,000 B at 2 B/ns: 2,000 ns. The wait for the send has begun, and
  // the receive is posted 200 ns and waited for 200 ns after that.
  const std::uint64_t expected_ns = 200 + 2000 + 400;
  const std::string faults = faults_of_run(scenario, [&](const FinishedRun& run) -> std::string {
    const Picoseconds programs_begin = scenario.machine.clock.edge(Cycles{1});
    if (run.summary.simulated != Picoseconds{expected_ns * 1000} + programs_begin) {
      return fmt::format("took {} ps", run.summary.simulated.count());
    }
    if (run.summary.messages_delivered != 8) return "not every message came";
    const bool still = run.summary.flits_injected == 0 && run.fabric.movements() == 0;
    return still ? "" : "flits moved";
  });
  CHECK(faults == "");
  const RunSummary flow = Simulation(scenario, at_level(Level::kFlow)).run();
  CHECK(flow.simulated == Picoseconds{expected_ns * 1000});
  CHECK(flow.messages_delivered == 8);
  CHECK(flow.link_utilisation == 0);
}

TEST_CASE("Ranks per node: at flow level messages within nodes take the time of copies, from time 0 on", "[FLUID-2]") {
  const Scenario scenario = within_nodes(3001_B);
  // As on pins, but the copy's 2,000.5 ns are seen to the picosecond.
  CHECK(Simulation(scenario, at_level(Level::kFlow)).run().simulated == Picoseconds{200'000 + 2'000'500 + 400'000});
}

TEST_CASE("Ranks per node: 32 ranks and 16 slots do not wait in a circle, alike at cycle and packet level",
          "[RANK-21][RANK-26][EQUAL-1]") {
  Scenario ring = crowded({2, 2}, 32, "ring", 64_B);
  ring.workload.sequences = {48};  // places 0 to 15 receive from places 16 to 31, and the other way round
  check_levels(ring, 128);
  check_levels(crowded({2}, 32, "pwx", 0_B), 64 * 63);
  check_levels(crowded({3}, 17, "ring", 3000_B), 51 * 50);
  Scenario a2at = crowded({2, 2}, 24, "a2at", 64_B);
  a2at.workload.sequences = {1, 16, 31, 47};
  a2at.workload.imbalance = Cycles{20'000};
  a2at.workload.wait_receives = false;
  const std::size_t messages = run_level(a2at, Level::kFlow).messages.size();
  check_levels(a2at, messages);
}

TEST_CASE("Ranks per node: butterflies whose copies take more slots than there are, alike at cycle and packet level",
          "[RANK-26][EQUAL-1]") {
  Scenario scenario = crowded({2, 2}, 16, "butterfly", 8_B);
  scenario.workload.repetitions = 3;
  scenario.workload.middle_rounds = 3;
  scenario.workload.final_rounds = 12;
  scenario.workload.combine_time = Cycles{100};
  scenario.noise.events.kind = NoiseKind::kPeriodic;
  scenario.noise.events.period = 20_us;
  scenario.noise.events.length = 1_us;
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  const RunHistory packet = run_level(scenario, Level::kPacket);
  REQUIRE(cycle.violation == "");
  CHECK(compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map()).first_difference == "");
}

TEST_CASE("Early messages: any number waits for its receives, alike at cycle and packet level",
          "[MATCH-2][EQUAL-1][key:nic.unexpected_entries]") {
  check_levels(gathered_late(1500), 1502);
}

TEST_CASE("Replay: messages of ranks to themselves are copies at every level", "[FILE-2][RANK-25]") {
  Scenario scenario = scenario_on(2, 2, "replay");
  scenario.workload.copy = {2_GBps, 500_ns};
  scenario.workload.messages = {{0, 0, 0, 3000_B, Cycles{0}, {}}, {0, 1, 1, 64_B, Cycles{0}, {0}}};
  check_levels(scenario, 2);
  // Call, copy of 500 ns and 1,500 ns, then the calls of a receive that finds its message and of the wait for it.
  const RunHistory flow = run_level(scenario, Level::kFlow);
  scenario.workload.messages.pop_back();
  CHECK(Simulation(scenario, at_level(Level::kFlow)).run().simulated == Picoseconds{200'000 + 2'000'000 + 2 * 200'000});
  CHECK(flow.violation == "");
}

TEST_CASE("Replay: a rank starts more sends than an engine has descriptors, and goes on", "[RANK-7][REPLAY-2]") {
  Scenario scenario = scenario_on(2, 2, "replay");
  scenario.machine.nic.count = 1;
  for (int i = 0; i < 40; ++i) scenario.workload.messages.push_back({0, 1, 0, 20'000_B, Cycles{0}, {}});
  check_levels(scenario, 40);
  const RunHistory packet = run_level(scenario, Level::kPacket);
  // All calls are made one after the other, long before the engine has sent the messages.
  for (const MessageRecord& message : packet.messages) CHECK(message.started <= 1 + 50 * 40);
}

TEST_CASE("Ranks per node: 16 ranks, one slot each, never wait for slots") {
  Scenario scenario = with_ranks(2, 2, 16, "ring", 64_B);
  check_levels(scenario, 64 * 63);
}

TEST_CASE("Ranks per node: the program refuses what cannot be, at its place", "[ALGORITHM-29][key:network.kind]") {
  const std::string scenario = scenario_path("quickstart/ranks_per_node.yaml");
  const auto refusal = [&](const std::string& option) {
    const Outcome outcome = ended_with(2, run_tactus({"run", scenario, "--out", "unused", "--set", option}));
    return outcome.err;
  };
  CHECK(refusal("ranks=65").find("workload.ranks_per_node: 65: a node has 1 to 64") != std::string::npos);
  CHECK(refusal("workload.algorithm=uniform").find("in open loop nodes create messages, not ranks") !=
        std::string::npos);
  CHECK(refusal("pacing.window=2").find("pacing.window=2:1:15: error: pacing.window: with several ranks per node") !=
        std::string::npos);
  CHECK(refusal("network.kind=none").find("a node alone runs fft2d, nas_lu and ping_pong") != std::string::npos);
}
