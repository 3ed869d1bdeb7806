#include "testbench/app/process/own_process.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr std::uint64_t kRunCycles = 300'000;

/// Half of all messages go to one node, from all others, for so long.
Scenario hot_spot(const char* arbiter) {
  Scenario scenario = scenario_on(4, 4, "hot_spot");
  scenario.machine.router.arbiter = arbiter;
  scenario.machine.router.vc_buffer = Bytes{2048};
  scenario.workload.load = 1.5;
  scenario.workload.hot_spot = {1, 1};
  scenario.workload.hot_spot_share = 0.5;
  scenario.workload.warmup = Cycles{0};
  scenario.workload.measure = Cycles{kRunCycles};
  scenario.workload.drain = Cycles{1};
  return scenario;
}

/// Longest time that a packet has spent in the network, those included that are still in it.
std::uint64_t longest_stay(const Scenario& scenario) {
  return std::stoull(in_own_process([&] {
    Simulation simulation(scenario, {});
    DeliveryBook book(scenario.machine);
    simulation.also_observe(&book);
    const RunSummary summary = simulation.run();
    return std::to_string(book.longest_latency(scenario.machine.clock.cycle_at(summary.simulated)));
  }));
}

/// Cycles that one port needs to take everything that all buffers of the machine can hold.
std::uint64_t time_to_empty(const MachineConfig& machine) {
  return static_cast<std::uint64_t>(machine.network.nodes() * machine.ports().count() *
                                    machine.router.virtual_channels * machine.vc_buffer_flits());
}

}  // namespace

TEST_CASE("Oldest first: in a saturated hot spot no packet stays longer than the network needs to empty itself") {
  const Scenario scenario = hot_spot("oldest_first");
  CHECK(longest_stay(scenario) < time_to_empty(scenario.machine));
}

TEST_CASE("Injection first: starves packets in the same hot spot, so the bound on oldest first means something") {
  const Scenario scenario = hot_spot("injection_first");
  CHECK(longest_stay(scenario) > 2 * time_to_empty(scenario.machine));
}
