#include "hw/common/clock.h"

#include <algorithm>
#include <cmath>

#include "hw/common/router_config.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Wide = unsigned __int128;

constexpr std::uint64_t kPicosecond = 1'000'000;  // attoseconds

/// From 4 ps to 1.6 us, half of them whole picoseconds.
Clock random_clock(Dice& dice) {
  const std::uint64_t range = dice.chance(50) ? 40 : 1'600'000;
  const std::uint64_t whole = (4 + dice.bits() % range) * kPicosecond;
  return Clock::of_attoseconds(dice.chance(50) ? whole : whole + dice.bits() % kPicosecond);
}

/// Small, or so large that no 64-bit product holds its time in attoseconds.
Cycles random_cycle(Dice& dice) {
  return Cycles{dice.chance(50) ? dice.bits() % 100 : dice.bits() % 1'000'000'000'000};
}

}  // namespace

TEST_CASE("Clock: edge k is at k periods, rounded down to a picosecond, however large k is", "[CLOCK-1]") {
  Dice dice(1);
  for (int i = 0; i < 20'000; ++i) {
    const Clock clock = random_clock(dice);
    const Cycles cycle = random_cycle(dice);
    const Wide exact = Wide{cycle.count()} * clock.attoseconds();
    const Wide edge = Wide{clock.edge(cycle).count()} * kPicosecond;
    REQUIRE(edge <= exact);
    REQUIRE(exact - edge < kPicosecond);
  }
}

TEST_CASE("Clock: a cycle contains the times from its edge to the next edge", "[CLOCK-1]") {
  Dice dice(2);
  for (int i = 0; i < 20'000; ++i) {
    const Clock clock = random_clock(dice);
    const Cycles cycle = random_cycle(dice) + Cycles{1};
    const Picoseconds edge = clock.edge(cycle);
    REQUIRE(clock.cycle_at(edge) == cycle);
    REQUIRE(clock.cycle_at(edge - Picoseconds{1}) == cycle - Cycles{1});
    REQUIRE(clock.covering(edge) == cycle);
    REQUIRE(clock.covering(edge + Picoseconds{1}) == cycle + Cycles{1});
    REQUIRE(clock.covering(edge - Picoseconds{1}) == cycle);
  }
}

TEST_CASE("Clock: the quarters of a cycle are in order within it", "[CLOCK-1]") {
  Dice dice(3);
  for (int i = 0; i < 20'000; ++i) {
    const Clock clock = random_clock(dice);
    const Cycles cycle = random_cycle(dice);
    REQUIRE(clock.quarter(cycle, 0) == clock.edge(cycle));
    for (int quarter = 0; quarter < 3; ++quarter) {
      REQUIRE(clock.quarter(cycle, quarter) < clock.quarter(cycle, quarter + 1));
    }
    REQUIRE(clock.quarter(cycle, 3) < clock.edge(cycle + Cycles{1}));
    REQUIRE(clock.middle(cycle) == clock.quarter(cycle, 2));
  }
}

TEST_CASE("Clock: the time of two runs of cycles misses that of both by a picosecond at most, and covers as many") {
  Dice dice(4);
  for (int i = 0; i < 20'000; ++i) {
    const Clock clock = random_clock(dice);
    const Cycles start = random_cycle(dice);
    const Cycles length = random_cycle(dice);
    // As software waits: from an edge, for a time that was worked out from cycles.
    REQUIRE(clock.covering(clock.edge(start) + clock.edge(length)) == start + length);
  }
}

TEST_CASE("Clock: a link rate from 10 MB/s to 1 TB/s has a clock that is right to 1 ppm, and the clock has that rate",
          "[key:link.bandwidth]") {
  Dice dice(5);
  double worst = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double decades = static_cast<double>(dice.bits() % 1'000'000) / 1'000'000 * 5;
    const auto rate = static_cast<std::uint64_t>(1e7 * std::pow(10.0, decades));
    const Clock clock = Clock::moving(kFlitBytes, BytesPerSecond{rate});
    const double right = 16e12 / static_cast<double>(rate);
    worst = std::max(worst, std::abs(clock.picoseconds() - right) / right);
    REQUIRE(std::abs(static_cast<double>(clock.rate_of(kFlitBytes).count()) / static_cast<double>(rate) - 1) < 1e-6);
  }
  CHECK(worst < 1e-6);
  CHECK(Clock::moving(kFlitBytes, BytesPerSecond{4'000'000'000}) == Clock{Picoseconds{4000}});
}

}  // namespace tactus
