#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"
#include "tlm_models/common/random.h"

using namespace tactus;
using namespace tactus::test;

namespace {

Scenario collective(int width, int height, const char* algorithm, const char* method, int window) {
  Scenario scenario = scenario_on(width, height, algorithm);
  scenario.workload.method = method;
  scenario.workload.message_size = Bytes{100'000};
  scenario.workload.imbalance = Cycles{6000};
  scenario.workload.exchanges = window > 0;
  scenario.workload.clock = scenario.machine.clock;
  scenario.pacing.window = window;
  return scenario;
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
