#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

Scenario collective(int width, int height, const char* algorithm, const char* method, int window) {
  Scenario scenario = scenario_on(width, height, algorithm);
  scenario.workload.method = method;
  scenario.workload.message_size = Bytes{640'000};
  scenario.workload.imbalance = Cycles{6000};
  scenario.workload.exchanges = window > 0;
  scenario.workload.clock = scenario.machine.clock;
  scenario.pacing.window = window;
  return scenario;
}

/// Rounds of exchanges by random distances, with computing before them that differs from rank to rank. In some rounds a
/// rank goes on when its own message has left, in others it sends before it posts.
std::shared_ptr<const Schedule> random_rounds(std::uint64_t seed, int ranks, int nics) {
  const RandomStream stream(seed, 7);
  std::uint64_t index = 0;
  const auto below = [&](int bound) {
    return static_cast<int>(stream.below(index++, static_cast<std::uint64_t>(bound)));
  };
  auto schedule = std::make_shared<Schedule>();
  std::vector<std::vector<OperationSink::Index>> after(static_cast<std::size_t>(ranks));
  for (int round = 0; round < 12; ++round) {
    const int distance = 1 + below(ranks - 1);
    const bool waits = below(3) > 0;
    for (int rank = 0; rank < ranks; ++rank) {
      std::vector<OperationSink::Index>& last = after[static_cast<std::size_t>(rank)];
      const auto add = [&](OperationKind kind, std::uint64_t amount, int peer) {
        Operation operation;
        operation.kind = kind;
        operation.amount = amount;
        operation.peer = peer;
        operation.nic = static_cast<std::int8_t>(round % nics);
        const auto made = schedule->add(rank, operation);
        for (const auto earlier : last) schedule->after_end_of(rank, made, earlier);
        return made;
      };
      if (below(2) == 0) last = {add(OperationKind::kCompute, static_cast<std::uint64_t>(below(20'000'000)), 0)};
      const bool sends_first = below(4) == 0;
      const std::uint64_t bytes = 9000 + static_cast<std::uint64_t>(round) * 500;
      OperationSink::Index send = 0;
      if (sends_first) send = add(OperationKind::kSend, bytes, (rank + distance) % ranks);
      const auto receive = add(OperationKind::kReceive, bytes, (rank + ranks - distance) % ranks);
      if (!sends_first) send = add(OperationKind::kSend, bytes, (rank + distance) % ranks);
      last = {send};
      if (waits) last.push_back(receive);
    }
  }
  REQUIRE(schedule->match(nics, 1, true).empty());
  REQUIRE(schedule->why_no_exchange().empty());
  return schedule;
}

/// Node and NIC.
using Engine = std::pair<int, int>;
/// Times of packets, by message, which has its number in the order of its engine.
using Packets = std::map<std::uint32_t, std::vector<std::uint64_t>>;

/// How many packets of its message an engine was ahead at most of the message of the same number that came to it, of a
/// ring, in which each engine sends to one other and receives from one other.
int furthest(const RunHistory& run) {
  std::map<Engine, Packets> sent;
  std::map<Engine, Packets> taken;
  for (const PacketRecord& packet : run.packets) {
    sent[{packet.source, packet.source_nic}][packet.tag].push_back(packet.injected);
    taken[{packet.destination, packet.destination_nic}][packet.tag].push_back(packet.delivered);
  }
  int most = 0;
  for (auto& [engine, messages] : sent) {
    REQUIRE(messages.size() == taken[engine].size());
    auto other = taken[engine].begin();
    for (auto& [tag, starts] : messages) {
      std::vector<std::uint64_t>& tails = (other++)->second;
      std::sort(starts.begin(), starts.end());
      std::sort(tails.begin(), tails.end());
      for (std::size_t i = 0; i < starts.size(); ++i) {
        const auto before = std::upper_bound(tails.begin(), tails.end(), starts[i]) - tails.begin();
        most = std::max(most, static_cast<int>(i) + 1 - static_cast<int>(before));
      }
    }
  }
  return most;
}

}  // namespace

TEST_CASE("Window: in a ring of which some ranks begin late, no message is further ahead of the one that comes",
          "[WINDOW-1][OPERATION-18][OPERATION-19][key:pacing.window]") {
  for (const int window : {1, 2, 5}) {
    const RunHistory run = run_level(collective(4, 2, "allreduce", "ring", window), Level::kPacket);
    CAPTURE(window);
    REQUIRE(run.violation == "");
    CHECK(furthest(run) == window);
  }
  CHECK(furthest(run_level(collective(4, 2, "allreduce", "ring", 0), Level::kPacket)) > 5);
}

TEST_CASE("Window: both levels hold each packet of a collective equally long", "[OPERATION-19]") {
  struct Case {
    const char* algorithm;
    const char* method;
    NetworkShape shape;
    int nics;
    int window;
  };
  const std::vector<Case> cases = {{"allreduce", "ring", {4, 2}, 4, 1},
                                   {"allreduce", "recursive_doubling", {2, 2, 2}, 3, 2},
                                   {"alltoall", "pairwise", {8}, 1, 8},
                                   {"alltoall", "pairwise", {3, 3}, 2, 1},
                                   {"reduce_scatter", "ring", {5}, 2, 2}};
  for (const Case& each : cases) {
    Scenario scenario = collective(4, 4, each.algorithm, each.method, each.window);
    scenario.machine.network = each.shape;
    scenario.machine.nic.count = each.nics;
    scenario.workload.message_size = Bytes{30'000};
    scenario.workload.repetitions = 2;
    const RunHistory cycle = run_level(scenario, Level::kCycle);
    const RunHistory packet = run_level(scenario, Level::kPacket);
    CAPTURE(each.algorithm, each.method, each.window);
    CHECK(cycle.violation == "");
    CHECK(cycle.result.find("\"window_cycles\": 0,") == std::string::npos);
    CHECK(cycle.result == packet.result);
  }
}

TEST_CASE("Window: both levels hold each packet of schedules with computing and in any order equally long",
          "[OPERATION-18][OPERATION-19]") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const int nics = 1 + static_cast<int>(seed % 3);
    Scenario scenario = scenario_on(3, 2, "schedule");
    scenario.machine.nic.count = nics;
    scenario.workload.schedule = random_rounds(seed, 6, nics);
    scenario.workload.clock = scenario.machine.clock;
    scenario.workload.exchanges = true;
    scenario.pacing.window = 1 + static_cast<int>(seed % 4);
    const RunHistory cycle = run_level(scenario, Level::kCycle);
    const RunHistory packet = run_level(scenario, Level::kPacket);
    CAPTURE(seed);
    CHECK(cycle.violation == "");
    CHECK(cycle.result.find("\"window_cycles\": 0,") == std::string::npos);
    CHECK(cycle.result == packet.result);
  }
}

TEST_CASE("Window: is refused at its place for operations none of which is one half of an exchange",
          "[OPERATION-20][REPLAY-7][key:pacing.window]") {
  const TemporaryFolder folder;
  const std::string scenario = folder.write(
      "gather.yaml", "network: {shape: [4, 2]}\nworkload: {algorithm: gather, method: linear}\npacing: {window: 2}\n");
  const Outcome refused = run_tactus({"run", scenario, "--out", folder.path() / "out"});
  CHECK(refused.status == 2);
  CHECK(refused.err.find("gather.yaml:3:18: error: pacing.window: needs messages that are exchanged, each with one "
                         "that comes back meanwhile: the send to rank 0 of rank 1 has no other half: on NIC ") !=
        std::string::npos);
  const Outcome runs = run_tactus({"run", scenario, "--set", "workload.algorithm=allgather", "--set",
                                   "workload.method=ring", "--out", folder.path() / "out"});
  CHECK(runs.status == 0);
}
