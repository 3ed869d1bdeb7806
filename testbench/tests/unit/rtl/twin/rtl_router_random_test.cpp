#include <memory>
#include <vector>

#include "rtl/twin/rtl_router.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/random_neighbours.h"
#include "testbench/tests/unit/hw/router/router_bench.h"
#include "testbench/tests/unit/rtl/twin/rtl_machine.h"

namespace tactus {
namespace {

constexpr std::uint64_t kMachines = 30;
constexpr int kBusyCycles = 6000;
/// All buffers, of up to 32 VCs of 512 flits, full of what wants the same output, one flit per cycle.
constexpr int kCalmCycles = 18'000;

/// A twin anywhere in a random torus or mesh, between unruly neighbours.
struct Bench {
  Bench(BenchClock& clock, Dice dice, const RtlRouterVariant& router)
      : config(random_rtl_machine(dice, router)),
        position(random_position(dice, config.network)),
        neighbours(config, dice.bits(), position),
        bench(clock, config, position,
              [](const char* name, ClockDomain& domain, const MachineConfig& machine, Coordinate at) {
                return std::make_unique<RtlRouter>(name, domain, machine, at);
              }) {}
  MachineConfig config;
  Coordinate position;
  RandomNeighbours neighbours;
  RouterBench bench;
};
using Benches = std::vector<std::unique_ptr<Bench>>;

Benches make_benches(BenchClock& clock, const RtlRouterVariant& router) {
  Benches benches;
  for (std::uint64_t seed = 0; seed < kMachines; ++seed) {
    benches.push_back(std::make_unique<Bench>(clock, Dice(seed), router));
  }
  clock.step();
  return benches;
}

/// Ports of directions in which the router has no link.
std::vector<std::size_t> ports_without_link(const Bench& b) {
  std::vector<std::size_t> ports;
  for (int port = 0; port < b.config.ports().directions(); ++port) {
    if (!b.config.network.has_link(b.position, static_cast<Direction>(port))) {
      ports.push_back(static_cast<std::size_t>(port));
    }
  }
  return ports;
}

/// The first difference is an exception.
void run_edges(BenchClock& clock, const Benches& benches, int edges) {
  for (int i = 0; i < edges; ++i) {
    for (const auto& b : benches) b->bench.drive(b->neighbours.next());
    clock.step();
    for (const auto& b : benches) {
      const PortValues driven = b->bench.outputs();
      for (const std::size_t port : ports_without_link(*b)) REQUIRE(!driven.flit[port].valid);
      b->neighbours.observe(driven);
    }
  }
}

void run_twins(const RtlRouterVariant& router) {
  BenchClock clock;
  const Benches benches = make_benches(clock, router);
  run_edges(clock, benches, kBusyCycles);
  for (const auto& b : benches) b->neighbours.calm_down();
  run_edges(clock, benches, kCalmCycles);
  for (const auto& b : benches) {
    CHECK(b->neighbours.flits_sent() > kBusyCycles / 4);
    CHECK(b->neighbours.flits_received() == b->neighbours.flits_sent());
    CHECK(b->neighbours.credits_home());
  }
}

}  // namespace

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with two VCs",
          "[PIN-1][PIN-7][PIN-8][PIN-9][PIN-12][PIN-13][PIN-14]") {
  run_twins({2, 4, 2});
}

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with four VCs",
          "[PIN-1][PIN-7][PIN-8][PIN-9][PIN-12][PIN-13][PIN-14]") {
  run_twins({2, 4, 4});
}

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with one dimension",
          "[PIN-30][PIN-1][PIN-7][PIN-8][PIN-9][PIN-12][PIN-13][PIN-14]") {
  run_twins({1, 2, 2});
}

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with three dimensions",
          "[PIN-30][PIN-1][PIN-7][PIN-8][PIN-9][PIN-12][PIN-13][PIN-14]") {
  run_twins({3, 6, 2});
}

TEST_CASE("RtlRouter: after any sleep outputs take turns as those of the model, beyond 2^32 edges too", "[ROUTER-9]") {
  BenchClock clock;
  // 12 ports, and 2^32 is no multiple of 12.
  const Benches benches = make_benches(clock, {3, 6, 2});
  for (const std::uint64_t edges : {std::uint64_t{101}, (std::uint64_t{1} << 32U) + 7}) {
    clock.step(edges);
    run_edges(clock, benches, 1500);
    for (const auto& b : benches) b->neighbours.calm_down();
    run_edges(clock, benches, kCalmCycles);
    for (const auto& b : benches) b->neighbours = RandomNeighbours(b->config, edges, b->position);
  }
}

TEST_CASE("RtlRouter: an edge of reset in full traffic makes the RTL what it was after power-on",
          "[PIN-2][PIN-4][PIN-29]") {
  BenchClock clock;
  const Benches benches = make_benches(clock, {2, 4, 2});
  for (std::uint64_t life = 1; life < 4; ++life) {
    run_edges(clock, benches, 1500);
    clock.reset_at_next_edge();
    clock.step();
    for (const auto& b : benches) {
      CHECK(b->bench.outputs() == PortValues{});
      b->neighbours = RandomNeighbours(b->config, life, b->position);
    }
  }
}

}  // namespace tactus
