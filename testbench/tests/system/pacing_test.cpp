#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/process/own_process.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr int kPackets = 24;
constexpr std::uint64_t kFlits = 128;

class Injections final : public PacketObserver {
 public:
  void packet_injected(const PacketHeader&, Cycles cycle) override { cycles.push_back(cycle.count()); }
  std::vector<std::uint64_t> cycles;
};

/// One message of full packets from (0,0), `hops` links long, and nothing else.
Scenario lone_message(int hops, const PacingConfig& pacing) {
  Scenario scenario = scenario_on(9, 9, "replay");
  const Coordinate to{(hops + 1) / 2, hops / 2};
  scenario.workload.messages = {{0, scenario.machine.network.node(to), 0, Bytes{2016} * kPackets, {}, {}}};
  scenario.pacing = pacing;
  return scenario;
}

/// What is wrong with the beat of a message whose gap is `gap_eighths` of a packet.
std::string faults_of_beat(int hops, const PacingConfig& pacing, int gap_eighths) {
  const Scenario scenario = lone_message(hops, pacing);
  return in_own_process([&] {
    Simulation simulation(scenario, {});
    Injections injections;
    simulation.also_observe(&injections);
    const RunSummary summary = simulation.run();
    std::string faults;
    if (injections.cycles.size() != kPackets) faults += fmt::format("{} packets\n", injections.cycles.size());
    const std::uint64_t gap = kFlits * static_cast<std::uint64_t>(gap_eighths) / 8;
    for (std::size_t i = 1; i < injections.cycles.size(); ++i) {
      const std::uint64_t period = injections.cycles[i] - injections.cycles[i - 1];
      if (period != kFlits + gap) faults += fmt::format("{} cycles instead of {}\n", period, kFlits + gap);
    }
    const std::uint64_t waited = (kPackets - 1) * gap;
    if (summary.nic->pace_cycles != waited) {
      faults += fmt::format("{} cycles of pacing instead of {}\n", summary.nic->pace_cycles, waited);
    }
    return faults;
  });
}

}  // namespace

TEST_CASE("Pacing of a whole machine: a fixed gap g makes the rate of an idle path exactly 1 / (1 + g)",
          "[key:pacing.gap][key:pacing.mode][PACE-2]") {
  for (const int gap : {0, 1, 3, 8, 10, 17, 64}) {
    CAPTURE(gap);
    CHECK(faults_of_beat(3, {"fixed", PacketEighths{gap}, PacketEighths{99}}, gap) == "");
  }
}

TEST_CASE("Pacing of a whole machine: in hops mode the gap is hops - 1 + bias, and 0 if that is negative",
          "[key:pacing.bias][key:pacing.mode][PACE-1][long]") {
  for (int hops = 1; hops <= 8; ++hops) {
    for (const int bias : {-100, -13, -8, 0, 1, 10}) {
      CAPTURE(hops, bias);
      CHECK(faults_of_beat(hops, {"hops", PacketEighths{99}, PacketEighths{bias}},
                           std::max(0, 8 * (hops - 1) + bias)) == "");
    }
  }
}

TEST_CASE("Pacing of a whole machine: a negative fixed gap and mode off send without pause",
          "[key:pacing.mode][key:pacing.gap]") {
  CHECK(faults_of_beat(4, {"fixed", PacketEighths{-5}, PacketEighths{99}}, 0) == "");
  CHECK(faults_of_beat(4, {"off", PacketEighths{99}, PacketEighths{99}}, 0) == "");
}
