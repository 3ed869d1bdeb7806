#include <memory>
#include <systemc>

#include "rtl/twin/verilated_router.h"
#include "testbench/parts/random_machine.h"
#include "testbench/parts/random_neighbours.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/rtl/twin/plain_twin.h"

namespace tactus {
namespace {

constexpr int kCycles = 2000;
constexpr int kDrain = 40'000;

/// Traffic of one router with its model beside it, until it is empty. The first difference is an exception.
void run_twin(const MachineConfig& config, Coordinate here, std::uint64_t seed) {
  RandomNeighbours neighbours(config, seed, here);
  PlainTwin twin(config, here, make_verilated_router(config, here));
  for (int cycle = 0; cycle < kCycles; ++cycle) neighbours.observe(twin.edge(neighbours.next()));
  CHECK(neighbours.flits_sent() > kCycles / 16);
  neighbours.calm_down();
  const auto empty = [&] {
    return neighbours.credits_home() && neighbours.flits_received() == neighbours.flits_sent();
  };
  for (int cycle = 0; cycle < kDrain && !empty(); ++cycle) neighbours.observe(twin.edge(neighbours.next()));
  CHECK(empty());
}

/// Bubble flow control, O1TURN and both, in so many machines.
void run_ways(const RtlRouterVariant& router, int machines) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  int bubbles = 0;
  int draws = 0;
  for (int seed = 0; seed < machines; ++seed) {
    Dice dice(static_cast<std::uint64_t>(seed));
    MachineConfig config = random_rtl_machine(dice, router);
    draw_ways(dice, config);
    const Coordinate here = random_position(dice, config.network);
    CAPTURE(seed);
    run_twin(config, here, dice.bits());
    if (config.counts_packets()) ++bubbles;
    if (config.router.routing.name() == "o1turn") ++draws;
  }
  CHECK(bubbles > machines / 2);
  CHECK((draws > machines / 4) == (router.virtual_channels > 1));
}

}  // namespace

TEST_CASE("RtlRouter: with bubbles and drawn orders it drives what the model drives, in one and three dimensions",
          "[ROUTE-52][ROUTE-54][ROUTE-21][ROUTE-22][ROUTE-23]") {
  run_ways({1, 2, 2}, 20);
  run_ways({3, 6, 2}, 12);
}

TEST_CASE(
    "RtlRouter: with bubbles and drawn orders it drives what the model drives, with one, three, four and eight VCs",
    "[ROUTE-52][ROUTE-54][ROUTE-22][ROUTE-23]") {
  run_ways({1, 1, 1}, 20);
  run_ways({1, 1, 3}, 20);
  run_ways({2, 4, 4}, 20);
  run_ways({1, 2, 8}, 12);
}

}  // namespace tactus
