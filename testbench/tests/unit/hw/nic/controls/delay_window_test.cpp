#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/control_packets.h"

using namespace tactus;
using namespace tactus::test;

TEST_CASE("DelayWindow: as many packets are under way as the window has whole packets",
          "[CONTROL-10][reg:DELAY_WINDOW.first]") {
  ControlConfig control;
  control.first_window = 3;
  const auto window = made("delay_window", control, machine_of(5));
  for (std::uint32_t i = 0; i < 3; ++i) {
    const PacketHeader next = data_packet(kHere, 2, {3, 3}, 0, 9, i);
    REQUIRE(window->may_start(next, Cycles{1}));
    window->started(next, Cycles{1});
  }
  CHECK_FALSE(window->may_start(data_packet(kHere, 2, {3, 3}, 0, 9, 3), Cycles{1}));
  CHECK(window->may_start(data_packet(kHere, 1, {3, 3}, 0, 9, 3), Cycles{1}));  // engines have windows of their own
  CHECK(window->final_faults().size() == 1);
  CHECK(window->control_taken(answer(PacketKind::kAcknowledgement, {3, 3}, 2, 2), Cycles{100}));
  CHECK(window->take_woken() == 1U << 2);
  CHECK(window->may_start(data_packet(kHere, 2, {3, 3}, 0, 9, 3), Cycles{100}));
  // One packet is under way: nobody can have taken two.
  CHECK_FALSE(window->control_taken(answer(PacketKind::kAcknowledgement, {3, 3}, 2, 2), Cycles{101}));
  CHECK_FALSE(window->control_taken(answer(PacketKind::kGrant, {3, 3}, 2, 1), Cycles{101}));
}

namespace {

/// A delay window after `steps` random acknowledgements, with nothing under way, and the window that Swift's rule gives
/// in floating point.
struct AfterSteps {
  AfterSteps(std::uint64_t seed, int steps)
      : dice(seed),
        control(random_control(dice)),
        window(made("delay_window", control, machine_of(7))),
        expected(control.first_window) {
    for (int step = 0; step < steps; ++step) acknowledge();
  }

  static ControlConfig random_control(Dice& dice) {
    ControlConfig control;
    control.target_delay = Cycles{static_cast<std::uint64_t>(dice.between(1, 2000))};
    control.delay_per_hop = Cycles{static_cast<std::uint64_t>(dice.below(100))};
    control.largest_window = dice.between(1, 255);
    control.first_window = dice.between(1, control.largest_window);
    control.increase = PacketEighths{dice.below(40)};
    return control;
  }

  void acknowledge() {
    now += static_cast<std::uint64_t>(dice.between(1, 400));
    const int count = dice.between(1, 3);
    for (int i = 0; i < count; ++i) window->started(data_packet(kHere, 0, {0, 0}, 0, 9, 1), Cycles{now});
    const Coordinate from{dice.below(7), dice.below(7)};
    const int delay = dice.between(1, 3000);
    const auto injected = static_cast<std::uint32_t>(now - static_cast<std::uint64_t>(delay));
    REQUIRE(window->control_taken(
        answer(PacketKind::kAcknowledgement, from, 0, static_cast<std::uint32_t>(count), injected), Cycles{now}));
    const int dx = std::abs(from[0] - kHere[0]);
    const int dy = std::abs(from[1] - kHere[1]);
    const int hops = std::min(dx, 7 - dx) + std::min(dy, 7 - dy);
    const double target =
        static_cast<double>(control.target_delay.count()) + hops * static_cast<double>(control.delay_per_hop.count());
    if (delay < target) {
      expected += control.increase.eighths() / 8.0 * count / expected;
    } else if (static_cast<double>(now) >= may_shrink) {
      expected *= std::max(1 - 13.0 / 16 * (delay - target) / delay, 0.5);
      may_shrink = static_cast<double>(now) + delay;
    }
    expected = std::min(std::max(expected, 1.0), static_cast<double>(control.largest_window));
  }

  /// Packets that may start before the next acknowledgement.
  int packets_to_go() {
    int packets = 0;
    for (const PacketHeader next = data_packet(kHere, 0, {0, 0}, 0, 9, 1); window->may_start(next, Cycles{now});
         ++packets) {
      window->started(next, Cycles{now});
    }
    return packets;
  }

  Dice dice;
  ControlConfig control;
  std::unique_ptr<InjectionControl> window;
  double expected = 0;
  double may_shrink = 0;
  std::uint64_t now = 1000;
};

}  // namespace

TEST_CASE("DelayWindow: the window follows Swift's rule, worked out in floating point",
          "[CONTROL-11][reg:DELAY_TARGET.target][reg:DELAY_PER_HOP.delay][reg:DELAY_WINDOW.largest]"
          "[reg:DELAY_WINDOW.increase]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (int steps = 0; steps < 300; steps += 1 + steps / 8) {
      CAPTURE(seed, steps);
      AfterSteps after(seed, steps);
      const int packets = after.packets_to_go();
      REQUIRE(packets >= static_cast<int>(after.expected * 0.998));
      REQUIRE(packets <= static_cast<int>(after.expected * 1.002));
    }
  }
}

TEST_CASE("DelayWindow: every packet of a message that is taken is acknowledged to the engine that sent it",
          "[CONTROL-10]") {
  const auto window = made("delay_window", {}, machine_of(5));
  PacketHeader data = data_packet({3, 3}, 1, kHere, 2, 9, 4);
  data.route.inject_cycle = 77;
  window->data_taken(data, Cycles{500});
  CHECK(window->take_woken() == 1U << 2);
  CHECK(window->outgoing(1).empty());
  const std::vector<PacketHeader> told = take_all(*window, 2);
  REQUIRE(told.size() == 1);
  CHECK(told[0].route.kind == PacketKind::kAcknowledgement);
  CHECK(told[0].transport.packet_index == 1);
  CHECK(told[0].transport.create_cycle == 77);
}
