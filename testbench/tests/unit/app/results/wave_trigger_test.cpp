#include "testbench/app/results/wave_trigger.h"

#include <map>

#include "hw/link/packet_number.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/results/packets.h"
#include "testbench/tests/unit/app/results/small_machine.h"

using namespace tactus;
using namespace tactus::literals;
using Catch::Matchers::Contains;

namespace {

std::uint64_t nothing() { return 0; }

/// Fronts of two buffers, and something else.
const ProbeList kFronts = {{"torus.node_0_0.router.nic_0.vc_0", "occupancy", 17, nothing, {}},
                           {"torus.node_0_0.router.nic_0.vc_0", "front_packet", 50, nothing, {}},
                           {"torus.node_0_0.router.plus_x.vc_1", "front_packet", 50, nothing, {}}};

/// Cycle and packet of the event that changes of these cycles lead to; nothing up to cycle 1000.
std::optional<WaveEvent> stall(Picoseconds wait, const std::map<std::uint64_t, WaveChanges>& changes) {
  StallTrigger trigger(wait, Clock{4_ns});
  trigger.attach(kFronts);
  for (std::uint64_t cycle = 0; cycle < 1000; ++cycle) {
    const auto now = changes.find(cycle);
    if (auto event = trigger.look(Cycles{cycle}, now == changes.end() ? WaveChanges{} : now->second)) return event;
  }
  return std::nullopt;
}

LatencyTrigger latency_trigger(Picoseconds latency) { return {small_machine(), latency}; }

std::uint64_t number(const PacketHeader& header) { return packet_number(small_machine(), header.route); }

/// The first event from `cycle` on, before cycle 1000.
std::optional<WaveEvent> first_event(LatencyTrigger& trigger, std::uint64_t cycle) {
  for (; cycle < 1000; ++cycle) {
    if (auto event = trigger.look(Cycles{cycle}, {})) return event;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("StallTrigger: a packet that has been at the front for the time is the event, in that cycle", "[WAVE-31]") {
  const auto event = stall(80_ns, {{5, {{0, 9}, {1, 71}}}, {30, {{1, 0}}}});
  REQUIRE(event);
  CHECK(event->cycle == 25_cycles);
  CHECK(event->packet == 71);
  CHECK_THAT(event->what,
             Contains("packet 71 has waited for 0.080 us at the front of torus.node_0_0.router.nic_0.vc_0"));
}

TEST_CASE("StallTrigger: a packet that goes before, or another one in its place, is none", "[WAVE-31]") {
  CHECK_FALSE(stall(80_ns, {{5, {{1, 71}}}, {25, {{1, 0}}}}));
  CHECK_FALSE(stall(80_ns, {{5, {{1, 71}}}, {20, {{1, 72}}}, {35, {{1, 73}}}, {50, {{1, 0}}}}));
  CHECK_FALSE(stall(80_ns, {{5, {{0, 71}}}}));
  // Of two, the one that has waited longer; of two as long, that of the first probe.
  CHECK(stall(80_ns, {{5, {{2, 80}}}, {6, {{1, 71}}}})->packet == 80);
  CHECK(stall(80_ns, {{5, {{1, 71}, {2, 80}}}})->packet == 71);
  CHECK(stall(79_ns, {{5, {{1, 71}}}})->cycle == 25_cycles);  // of whole cycles
}

TEST_CASE("LatencyTrigger: the event is the first cycle in which a packet is late, arrived or not", "[WAVE-32]") {
  for (const std::uint64_t arrives : {130U, 131U, 132U, 5000U}) {
    LatencyTrigger trigger = latency_trigger(123_ns);  // 30.75 cycles
    const PacketHeader header = packet_injected_at(100_cycles);
    trigger.packet_injected(header, 100_cycles);
    std::optional<WaveEvent> event;
    for (std::uint64_t cycle = 100; cycle < 1000 && !event; ++cycle) {
      if (cycle == arrives) trigger.packet_delivered(header, Cycles{cycle});
      event = trigger.look(Cycles{cycle}, {});
    }
    CAPTURE(arrives);
    CHECK(event.has_value() == (arrives > 130));
    if (!event) continue;
    CHECK(event->cycle == 131_cycles);
    CHECK(event->packet == number(header));
    CHECK_THAT(event->what, Contains("from (0,0) to (1,0) is under way for more than 0.123 us"));
  }
}

TEST_CASE(
    "LatencyTrigger: of packets that are late in one cycle the lowest number counts, in whatever order it is told",
    "[WAVE-32]") {
  PacketHeader a = packet_injected_at(100_cycles);
  PacketHeader b = a;
  b.route.source = {1, 0};
  PacketHeader early = packet_injected_at(90_cycles);
  for (const auto& order : {std::vector{early, a, b}, std::vector{early, b, a}}) {
    LatencyTrigger trigger = latency_trigger(200_ns);
    for (const PacketHeader& header : order) {
      trigger.packet_injected(header, Cycles{header.route.inject_cycle});
    }
    trigger.packet_delivered(early, 120_cycles);
    const auto event = first_event(trigger, 120);
    REQUIRE(event);
    CHECK(event->packet == number(a));
    CHECK(event->cycle == 151_cycles);
  }
}

TEST_CASE("LatencyTrigger: names the nodes by all their coordinates", "[WAVE-32]") {
  MachineConfig machine;
  machine.network = {3, 4, 5};
  LatencyTrigger trigger(machine, 200_ns);
  PacketHeader header = packet_injected_at(100_cycles);
  header.route.source = {2, 1, 4};
  header.route.destination = {0, 3, 2};
  trigger.packet_injected(header, 100_cycles);
  const auto event = first_event(trigger, 140);
  REQUIRE(event);
  CHECK_THAT(event->what, Contains("from (2,1,4) to (0,3,2) is under way"));
}

TEST_CASE("LatencyTrigger: control packets are never late", "[WAVE-32]") {
  LatencyTrigger trigger = latency_trigger(200_ns);
  PacketHeader grant = packet_injected_at(100_cycles, 2);
  grant.route.kind = PacketKind::kGrant;
  trigger.packet_injected(grant, 100_cycles);
  CHECK_FALSE(first_event(trigger, 100));
  trigger.packet_delivered(grant, 1000_cycles);
  CHECK_FALSE(trigger.look(1000_cycles, {}));
}
