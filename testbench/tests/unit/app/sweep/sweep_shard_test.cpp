#include "testbench/app/sweep/sweep_plan.h"

#include <algorithm>
#include <random>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("Sweep shard: every point is in exactly one shard, and shards differ by at most one point") {
  std::mt19937 dice(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::size_t points = dice() % 300;
    const std::size_t of = 1 + dice() % (trial % 2 == 0 ? 20 : 400);
    std::vector<int> times(points);
    std::size_t least = points;
    std::size_t most = 0;
    for (std::size_t index = 0; index < of; ++index) {
      const std::vector<std::size_t> share = SweepShard{index, of}.share(points);
      for (const std::size_t point : share) ++times.at(point);
      least = std::min(least, share.size());
      most = std::max(most, share.size());
    }
    CAPTURE(points, of);
    REQUIRE(std::all_of(times.begin(), times.end(), [](int count) { return count == 1; }));
    REQUIRE(most - least <= 1);
  }
}

TEST_CASE("Sweep shard: has every N-th point from its own number on, in their order") {
  CHECK(SweepShard{1, 4}.share(12) == std::vector<std::size_t>{1, 5, 9});
  CHECK(SweepShard{3, 4}.share(11) == std::vector<std::size_t>{3, 7});
  CHECK(SweepShard{}.share(3) == std::vector<std::size_t>{0, 1, 2});
  CHECK(SweepShard{5, 8}.share(5).empty());
}

}  // namespace
}  // namespace tactus
