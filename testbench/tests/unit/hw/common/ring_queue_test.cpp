#include "hw/common/ring_queue.h"

#include <deque>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;

TEST_CASE("RingQueue: gives back what it was given, in that order, however many are in it") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Dice dice(seed);
    RingQueue<int> queue;
    std::deque<int> expected;
    for (int step = 0; step < 2000; ++step) {
      // Now rather filled, now rather emptied.
      if (dice.chance(step / 200 % 2 == 0 ? 60 : 40)) {
        queue.push(step);
        expected.push_back(step);
      } else if (!expected.empty()) {
        REQUIRE(queue.front() == expected.front());
        queue.pop();
        expected.pop_front();
      }
      if (dice.below(500) == 0) {
        queue.clear();
        expected.clear();
      }
      REQUIRE(queue.empty() == expected.empty());
    }
  }
}
