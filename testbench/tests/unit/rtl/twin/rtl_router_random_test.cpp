#include <memory>
#include <vector>

#include "rtl/twin/rtl_router.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/random_neighbours.h"
#include "testbench/tests/unit/hw/router/router_bench.h"
#include "testbench/tests/unit/rtl/twin/rtl_machine.h"

namespace tactus {
namespace {

constexpr int kBusyCycles = 6000;
/// All buffers full of what wants the same output, one flit per cycle.
constexpr int kCalmCycles = 12'000;

/// A twin anywhere in a random torus, between unruly neighbours.
struct Bench {
  Bench(BenchClock& clock, Dice dice, int virtual_channels)
      : config(random_rtl_machine(dice, virtual_channels)),
        neighbours(config, dice.bits()),
        bench(clock, config, {dice.below(config.torus.width), dice.below(config.torus.height)},
              [](const char* name, ClockDomain& domain, const MachineConfig& machine, Coordinate at) {
                return std::make_unique<RtlRouter>(name, domain, machine, at);
              }) {}
  MachineConfig config;
  RandomNeighbours neighbours;
  RouterBench bench;
};

void run_twins(int virtual_channels) {
  BenchClock clock;
  std::vector<std::unique_ptr<Bench>> benches;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    benches.push_back(std::make_unique<Bench>(clock, Dice(seed), virtual_channels));
  }
  clock.step();
  for (int cycle = 0; cycle < kBusyCycles + kCalmCycles; ++cycle) {
    for (const auto& b : benches) {
      if (cycle == kBusyCycles) b->neighbours.calm_down();
      b->bench.drive(b->neighbours.next());
    }
    clock.step();
    for (const auto& b : benches) b->neighbours.observe(b->bench.outputs());
  }
  for (const auto& b : benches) {
    CHECK(b->neighbours.flits_sent() > kBusyCycles / 4);
    CHECK(b->neighbours.flits_received() == b->neighbours.flits_sent());
    CHECK(b->neighbours.credits_home());
  }
}

}  // namespace

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with two VCs") { run_twins(2); }
TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with four VCs") { run_twins(4); }

}  // namespace tactus
