#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr std::size_t kPacketsEach = 12;

/// Node, engine and tag, which is the same for both halves of an exchange.
using Half = std::tuple<int, int, std::uint32_t>;

Scenario late_ranks(int size, int window) {
  Scenario scenario = scenario_on(size, size, "a2at");
  scenario.workload.message_size = Bytes{2016} * kPacketsEach;
  scenario.workload.imbalance = Cycles{3000};
  scenario.pacing.window = window;
  return scenario;
}

/// How many packets each message was ahead of its other half at most, by brute force from the record of all packets.
std::map<Half, std::size_t> leads(const RunHistory& run) {
  std::map<Half, std::vector<std::uint64_t>> sent;
  std::map<Half, std::vector<std::uint64_t>> taken;
  for (const PacketRecord& packet : run.packets) {
    sent[{packet.source, packet.source_nic, packet.tag}].push_back(packet.injected);
    taken[{packet.destination, packet.destination_nic, packet.tag}].push_back(packet.delivered);
  }
  std::map<Half, std::size_t> leads;
  for (auto& [half, starts] : sent) {
    std::vector<std::uint64_t>& tails = taken[half];
    std::sort(starts.begin(), starts.end());
    std::sort(tails.begin(), tails.end());
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const auto before = std::upper_bound(tails.begin(), tails.end(), starts[i]) - tails.begin();
      const std::size_t lead = i + 1 - std::min(i + 1, static_cast<std::size_t>(before));
      leads[half] = std::max(leads[half], lead);
    }
  }
  return leads;
}

}  // namespace

TEST_CASE("Window: no message is ever further ahead of its other half, and some are as far",
          "[WINDOW-1][ALGORITHM-2][key:pacing.window][long]") {
  for (const int window : {1, 2, 5}) {
    const RunHistory run = run_level(late_ranks(5, window), Level::kCycle);
    REQUIRE(run.violation.empty());
    std::size_t furthest = 0;
    for (const auto& [half, lead] : leads(run)) furthest = std::max(furthest, lead);
    CHECK(furthest == static_cast<std::size_t>(window));
  }
}

TEST_CASE("Window: without one, messages of early ranks run away from those of late ones") {
  const RunHistory run = run_level(late_ranks(5, 0), Level::kCycle);
  std::size_t furthest = 0;
  for (const auto& [half, lead] : leads(run)) furthest = std::max(furthest, lead);
  CHECK(furthest > 8);
}

TEST_CASE("Window: every exchange comes to its end with the narrowest window, however late ranks begin",
          "[key:pacing.window]") {
  for (const AlgorithmName algorithm : {"a2at", "pwx", "ring"}) {
    for (const int latest : {0, 100, 20'000}) {
      Scenario scenario = late_ranks(4, 1);
      scenario.workload.algorithm = algorithm;
      scenario.workload.imbalance = Cycles{static_cast<std::uint64_t>(latest)};
      scenario.workload.sequence_barrier = latest == 100;
      const RunHistory run = run_level(scenario, Level::kPacket);
      CAPTURE(algorithm.name(), latest);
      CHECK(run.violation == "");
      const auto full = std::count_if(run.packets.begin(), run.packets.end(),
                                      [](const PacketRecord& p) { return p.payload_bytes == 2016; });
      CHECK(static_cast<std::size_t>(full) == 16 * 15 * kPacketsEach);
    }
  }
}

TEST_CASE("Window: both levels hold each packet equally long") {
  Scenario scenario = late_ranks(4, 2);
  scenario.pacing.mode = PaceMode::kHops;
  scenario.pacing.bias = PacketEighths{2};
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  const RunHistory packet = run_level(scenario, Level::kPacket);
  REQUIRE(cycle.result.find("\"window_cycles\": 0,") == std::string::npos);
  CHECK(cycle.result == packet.result);
}
