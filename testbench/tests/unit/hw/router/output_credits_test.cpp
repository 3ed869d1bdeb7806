#include "hw/router/output_credits.h"

#include <map>
#include <utility>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// The lowest permitted VC with room, by trying them one after the other.
int naive_find_room(const std::map<std::pair<int, int>, int>& credits, int port, const SwitchNeed& need) {
  for (int vc = 0; vc < kMaxVirtualChannels; ++vc) {
    const bool leaves_one = (need.bubble_vcs >> vc & 1) != 0;
    const bool permitted = (need.vc_mask >> vc & 1) != 0;
    if (permitted && credits.at({port, vc}) - (leaves_one ? 1 : 0) >= need.credits) return vc;
  }
  return -1;
}

}  // namespace

TEST_CASE("OutputCredits: gives the lowest permitted VC with room for all flits", "[ROUTER-4][ROUTE-11][ROUTE-52]") {
  constexpr int kVcs = 8;
  Dice dice(1);
  OutputCredits credits(kVcs);
  std::map<std::pair<int, int>, int> expected;
  for (int port = 0; port < kMaxRouterPorts; ++port) {
    const int capacity = 4 + 3 * port;
    credits.set_capacity(port, capacity);
    for (int vc = 0; vc < kVcs; ++vc) expected[{port, vc}] = capacity;
  }
  for (int step = 0; step < 20000; ++step) {
    const int port = dice.below(kMaxRouterPorts);
    const int capacity = 4 + 3 * port;
    const int flits = dice.between(0, capacity);
    const int leaving = dice.chance(50) ? dice.between(0, 255) : 0;
    const SwitchNeed need{static_cast<std::uint8_t>(dice.between(1, 255)), static_cast<std::uint8_t>(leaving),
                          static_cast<std::uint16_t>(flits)};
    const int vc = naive_find_room(expected, port, need);
    REQUIRE(credits.find_room(port, need) == vc);
    if (vc >= 0) {
      credits.take(port, vc, flits);
      expected[{port, vc}] -= flits;
    }
    const int returning = dice.below(kVcs);
    int& there = expected[{port, returning}];
    const int returned = dice.between(0, capacity - there);
    REQUIRE(credits.give(port, returning, returned));
    there += returned;
    REQUIRE(credits.credits(port, returning) == there);
  }
}

TEST_CASE("OutputCredits: more credits than slots are noticed") {
  OutputCredits credits(2);
  credits.set_capacity(3, 5);
  CHECK(credits.capacity(3) == 5);
  credits.take(3, 1, 2);
  CHECK(credits.give(3, 1, 2));
  CHECK_FALSE(credits.give(3, 1, 1));
}

TEST_CASE("OutputCredits: VCs that a port does not have never have room") {
  OutputCredits credits(2);
  credits.set_capacity(0, 5);
  CHECK(credits.find_room(0, {0b100, 0, 1}) == -1);
}

}  // namespace tactus
