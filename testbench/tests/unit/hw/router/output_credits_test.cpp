#include "hw/router/output_credits.h"

#include <map>
#include <utility>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// The lowest permitted VC with room, by trying them one after the other.
int naive_find_room(const std::map<std::pair<int, int>, int>& credits, int port, unsigned mask, int flits) {
  for (int vc = 0; vc < kMaxVirtualChannels; ++vc) {
    if ((mask >> vc & 1U) != 0 && credits.at({port, vc}) >= flits) return vc;
  }
  return -1;
}

}  // namespace

TEST_CASE("OutputCredits: gives the lowest permitted VC with room for all flits", "[ROUTER-4][ROUTE-11]") {
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
    const unsigned mask = static_cast<unsigned>(dice.between(1, 255));
    const int flits = dice.between(0, capacity);
    const int vc = naive_find_room(expected, port, mask, flits);
    REQUIRE(credits.find_room(port, mask, flits) == vc);
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
  CHECK(credits.find_room(0, 0b100, 1) == -1);
}

}  // namespace tactus
