#include <fmt/core.h>

#include "testbench/app/process/own_process.h"
#include "testbench/tests/fuzz/random_parts.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/policies.h"
#include "testbench/tests/system/delivery_book.h"
#include "testbench/tests/system/router_axes.h"
#include "testbench/tests/system/timetable_bench.h"

using namespace tactus;
using namespace tactus::test;

namespace {

std::string run(const MachineConfig& machine, const std::vector<LonePacket>& packets) {
  return in_own_process([&] { return TimetableBench(machine, packets).run(); });
}

MachineConfig machine_of(int width, int height) {
  MachineConfig machine;
  machine.network = {width, height};
  return machine;
}

/// A packet from `source` to every node, itself included.
std::vector<LonePacket> to_every_node(NetworkShape shape, Coordinate source, int flits) {
  std::vector<LonePacket> packets;
  for (int node = 0; node < shape.nodes(); ++node) packets.push_back({source, shape.coordinate(node), flits});
  return packets;
}

}  // namespace

TEST_CASE("Zero-load latency: 26 cycles per hop and one per flit, for every hop count and packet length on 9x9",
          "[TOTAL-1][TOTAL-4]") {
  std::vector<LonePacket> packets;
  for (int hops = 0; hops <= 8; ++hops) {
    for (int flits = 2; flits <= 128; ++flits) packets.push_back({{0, 0}, {(hops + 1) / 2, hops / 2}, flits});
  }
  const MachineConfig machine = machine_of(9, 9);
  // What docs/timing.md says, in figures: the bench takes its expectation from the configuration.
  REQUIRE(zero_load_latency(machine, 8, 128) == 26 * 8 + 128 + 4);
  CHECK(run(machine, packets) == "");
}

TEST_CASE("Zero-load latency: depends on the distance alone, wherever a packet starts and whichever way it wraps") {
  const MachineConfig machine = machine_of(9, 9);
  std::vector<LonePacket> packets;
  for (const Coordinate source : {Coordinate{0, 0}, Coordinate{6, 7}, Coordinate{8, 4}}) {
    for (const LonePacket& packet : to_every_node(machine.network, source, 17)) packets.push_back(packet);
  }
  CHECK(run(machine, packets) == "");
}

TEST_CASE("Zero-load latency: a link of D cycles makes a hop D + 4 cycles long",
          "[LINK-1][TOTAL-1][key:link.switch_delay][key:link.cable_delay]") {
  for (const std::uint64_t delay : {1U, 2U, 5U, 40U}) {
    MachineConfig machine = machine_of(6, 5);
    machine.link.switch_delay = Picoseconds{0};
    machine.link.cable_delay = machine.clock.edge(Cycles{delay});
    std::vector<LonePacket> packets;
    for (const int flits : {2, 3, 127, 128}) {
      for (const LonePacket& packet : to_every_node(machine.network, {5, 1}, flits)) packets.push_back(packet);
    }
    CAPTURE(delay);
    REQUIRE(zero_load_latency(machine, 3, 20) == (delay + 4) * 3 + 20 + 4);
    CHECK(run(machine, packets) == "");
  }
}

TEST_CASE("Zero-load latency: the same on all of the router's design axes", "[FLIT-6]") {
  int number = 0;
  for (const RouterConfig& router : all_router_axes()) {
    MachineConfig machine = machine_of(4, 3);
    machine.router = router;
    const int flits = 2 + (number * 37) % 127;
    std::vector<LonePacket> packets = to_every_node(machine.network, {3, 2}, flits);
    packets.push_back({{0, 1}, {2, 0}, 128});
    CAPTURE(number, flits);
    CHECK(run(machine, packets) == "");
    ++number;
  }
}

TEST_CASE("Zero-load latency: the same closed form on every shape, for rings and rows, any order and number of NICs",
          "[TOTAL-1][TOTAL-4]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Dice dice(seed);
    MachineConfig machine;
    choose_shape(dice, machine);
    machine.router.tie_break = test::policy_at<TieBreakKind>(dice.below(test::policy_count<TieBreakKind>()));
    machine.link.switch_delay = Picoseconds{0};
    DimensionList<Picoseconds> cables;
    const int delays = dice.chance(50) ? machine.network.dimensions() : 1;
    for (int i = 0; i < delays; ++i)
      cables.push_back(machine.clock.edge(Cycles{static_cast<std::uint64_t>(dice.between(1, 30))}));
    machine.link.cable_delay = cables;
    const Coordinate source = machine.network.coordinate(dice.below(machine.network.nodes()));
    CAPTURE(seed, machine.network.text(), machine.network.is_torus(), machine.nics());
    CHECK(run(machine, to_every_node(machine.network, source, dice.between(2, 128))) == "");
  }
}
