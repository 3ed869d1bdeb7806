#include "tlm_models/flow/timed_batches.h"

#include <algorithm>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

struct Timed {
  Picoseconds time;
  int value = 0;
};

TEST_CASE("Timed batches: values come by time, and those of a time in the order in which they were pushed") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomStream random(seed, 0);
    std::uint64_t draw = 0;
    TimedBatches<int> batches;
    std::vector<Timed> plain;
    int pushed = 0;
    std::uint64_t now = 0;
    for (int round = 0; round < 200; ++round) {
      for (std::uint64_t i = random.below(draw++, 6); i > 0; --i) {
        const Picoseconds time{now + random.below(draw++, 4)};
        batches.push(time, pushed);
        plain.push_back({time, pushed++});
      }
      std::stable_sort(plain.begin(), plain.end(), [](const Timed& a, const Timed& b) { return a.time < b.time; });
      REQUIRE(batches.empty() == plain.empty());
      if (plain.empty()) continue;
      REQUIRE(batches.earliest() == plain.front().time);
      if (random.below(draw++, 2) == 0) continue;
      now = std::max(now, plain.front().time.count() + random.below(draw++, 3));
      std::vector<int> expected{-1};
      while (!plain.empty() && plain.front().time <= Picoseconds{now}) {
        expected.push_back(plain.front().value);
        plain.erase(plain.begin());
      }
      std::vector<int> taken{-1};
      batches.take(Picoseconds{now}, taken);
      REQUIRE(taken == expected);
    }
  }
}

}  // namespace
}  // namespace tactus
