#include <fmt/core.h>

#include "testbench/app/kinds/torus/phase_rules.h"
#include "testbench/app/process/own_process.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;

namespace {

// Registers of the NIC, from docs/programmers_guide.md: eight words of a descriptor or a receive slot with its
// doorbell, and one to take a completed receive.
constexpr std::uint64_t kSend = 8 + 1;
constexpr std::uint64_t kReceive = 8 + 1 + 1;
// Of each engine at the beginning: gap, bias, window and mode, and the interrupts.
constexpr std::uint64_t kPacingSetUp = 4;
constexpr std::uint64_t kSetUp = kPacingSetUp + 1;
constexpr std::uint64_t kEngines = std::uint64_t{5} * 5 * 4;

/// All writes, those of pacing, and both for each message.
std::string written(const Scenario& scenario, Level level) {
  return in_own_process([&] {
    const SoftwareSummary told = Simulation(scenario, at_level(level)).run().software.value();
    return fmt::format("{} {} {} {}", told.register_writes, told.pacing_writes, *told.register_writes_per_message,
                       *told.pacing_writes_per_message);
  });
}

}  // namespace

TEST_CASE("Register writes: those of a message are its descriptor, its slot, both doorbells and one to take it",
          "[RESULT-73]") {
  const Scenario scenario = scenario_on(5, 5, "nearest_neighbour");
  for (const Level level : {Level::kCycle, Level::kPacket}) {
    CAPTURE(to_string(level));
    // One message for each engine and one into it: no two completions are taken at once.
    constexpr std::uint64_t kEach = kSetUp + kSend + kReceive;
    CHECK(written(scenario, level) ==
          fmt::format("{} {} {} {}", kEngines * kEach, kEngines * kPacingSetUp, kEach, kPacingSetUp));
  }
}

TEST_CASE("Register writes: phases take four registers for a message, a bias by sequence one of each engine",
          "[RESULT-73]") {
  constexpr std::uint64_t kMessages = std::uint64_t{25} * 24;
  Scenario scenario = scenario_on(5, 5, "a2at");
  const auto pacing_writes = [](const Scenario& of, Level level) {
    const std::string all = written(of, level);
    return std::stoull(all.substr(all.find(' ')));
  };
  for (const Level level : {Level::kCycle, Level::kPacket}) {
    CAPTURE(to_string(level));
    Scenario phased = scenario;
    phased.pacing.mode = "phase";
    REQUIRE(prepare_phases(phased).empty());
    CHECK(pacing_writes(phased, level) == kEngines * kPacingSetUp + kMessages * 4);
    scenario.pacing.mode = "hops";
    CHECK(pacing_writes(scenario, level) == kEngines * kPacingSetUp);
    constexpr std::uint64_t kSequences = 6;
    scenario.workload.sequence_bias.assign(kSequences, PacketEighths{8});
    CHECK(pacing_writes(scenario, level) == kEngines * (kPacingSetUp + kSequences));
    scenario.workload.sequence_bias.clear();
    scenario.pacing.control.kind = "receiver_credits";
    CHECK(pacing_writes(scenario, level) == kEngines * kPacingSetUp + 25 * nic_reg::kControlWords);
    scenario.pacing.control.kind = "none";
  }
}
