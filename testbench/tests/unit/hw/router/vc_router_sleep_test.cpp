#include <memory>
#include <vector>

#include "testbench/parts/random_neighbours.h"
#include "testbench/parts/router_bench.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/policies.h"

namespace tactus {
namespace {

MachineConfig small_machine(int i) {
  MachineConfig config;
  config.router.vc_buffer = kFlitBytes * 12;
  config.nic.receive_buffer = kFlitBytes * 12;
  config.router.arbiter = test::policy_at<ArbiterKind>(i);
  config.router.input_queue = static_cast<InputQueueKind>(i / 7 % 2);
  config.router.switch_hold = static_cast<SwitchHold>(i / 14 % 2);
  if (i >= 28) {
    config.router.input_transfers = InputTransfers::kPort;
    config.router.input_nomination = "oldest";
    config.router.turnaround = Cycles{3};
  }
  return config;
}
constexpr int kMachines = 42;

/// Two routers of one configuration in one place.
struct Twins {
  Twins(BenchClock& clock, int i)
      : first(clock, small_machine(i)),
        second(clock, small_machine(i)),
        neighbours(small_machine(i), static_cast<std::uint64_t>(i), RouterBench::kHere) {}
  RouterBench first;
  RouterBench second;
  RandomNeighbours neighbours;
};

std::vector<std::unique_ptr<Twins>> make_twins(BenchClock& clock) {
  std::vector<std::unique_ptr<Twins>> twins;
  for (int i = 0; i < kMachines; ++i) twins.push_back(std::make_unique<Twins>(clock, i));
  return twins;
}

/// One edge at which both twins sample the same, up to what `disturb` does to the second one's inputs.
template <class Disturb>
void step_twins(BenchClock& clock, const std::vector<std::unique_ptr<Twins>>& twins, Disturb disturb) {
  const std::uint64_t edge = clock.next_edge();
  for (const auto& pair : twins) {
    PortValues sampled = pair->neighbours.next();
    pair->first.drive(sampled);
    disturb(sampled);
    pair->second.drive(sampled);
  }
  clock.step();
  for (std::size_t i = 0; i < twins.size(); ++i) {
    const PortValues driven = twins[i]->first.outputs();
    if (!(twins[i]->second.outputs() == driven)) FAIL("machine " << i << ", edge " << edge);
    twins[i]->neighbours.observe(driven);
  }
}

}  // namespace

TEST_CASE("VcRouter: drives the same whether it sleeps or is woken at every edge", "[PIN-10]") {
  BenchClock clock;
  const auto twins = make_twins(clock);
  clock.step();
  for (int cycle = 0; cycle < 4000; ++cycle) {
    step_twins(clock, twins, [cycle](PortValues& sampled) {
      // What stands on an idle wire is nothing, but changes, and so wakes.
      for (Flit& flit : sampled.flit) {
        if (!flit.valid) flit.data_lo = static_cast<std::uint64_t>(cycle);
      }
    });
  }
  for (const auto& pair : twins) CHECK(pair->neighbours.flits_received() > 500);
}

TEST_CASE("VcRouter: after a reset in full traffic it is as after power-on", "[VCR-11][PIN-4]") {
  BenchClock clock;
  auto twins = make_twins(clock);
  // The first one lives through traffic of its own while the second one is idle.
  std::vector<RandomNeighbours> past;
  for (int i = 0; i < kMachines; ++i)
    past.emplace_back(small_machine(i), 1000 + static_cast<std::uint64_t>(i), RouterBench::kHere);
  clock.step();
  for (int cycle = 0; cycle < 1500; ++cycle) {
    for (std::size_t i = 0; i < twins.size(); ++i) twins[i]->first.drive(past[i].next());
    clock.step();
    for (std::size_t i = 0; i < twins.size(); ++i) past[i].observe(twins[i]->first.outputs());
  }
  for (const auto& pair : twins) pair->first.drive(PortValues{});
  clock.reset_at_next_edge();
  clock.step();
  for (const auto& pair : twins) {
    CHECK(pair->first.outputs() == PortValues{});
    CHECK(pair->first.router().waiting().empty());
    for (int port = 0; port < kPorts.count(); ++port) {
      CHECK(pair->first.router().flits_sent(port) == 0);
      for (int vc = 0; vc < 2; ++vc) {
        CHECK(pair->first.router().occupancy(port, vc) == 0);
        CHECK(pair->first.router().credits(port, vc) == 12);
      }
    }
  }
  for (int cycle = 0; cycle < 1500; ++cycle) step_twins(clock, twins, [](PortValues&) {});
}

TEST_CASE("VcRouter: reset finds a router that sleeps on a blocked packet", "[VCR-11][PIN-2]") {
  BenchClock clock;
  RouterBench bench(clock, small_machine(0));
  bench.send(4, 0, 5, packet_to(kPlusX, 10));
  bench.send(kMinusX, 0, 20, packet_to(kPlusX, 5));
  run(clock, {&bench}, 100);
  REQUIRE(bench.router().occupancy(kMinusX, 0) == 5);
  clock.reset_at_next_edge();
  run(clock, {&bench}, 101);
  CHECK(bench.router().occupancy(kMinusX, 0) == 0);
  CHECK(bench.router().credits(kPlusX, 0) == 12);
  run(clock, {&bench}, 150);
  CHECK(bench.sent(kPlusX).size() == 10);
}

}  // namespace tactus
