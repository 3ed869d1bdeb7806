#include "tlm_models/node/rdma/rail_splitter.h"

#include <algorithm>
#include <numeric>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {

using namespace literals;

TEST_CASE("RailSplitter: parts add up, are multiples of 64 B but for one, and even within 64 B") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const int rails = dice.between(1, 6);
    const std::vector<int> distances(static_cast<std::size_t>(rails));
    const auto size = static_cast<std::uint64_t>(dice.between(1, 1'000'000));
    const std::vector<std::uint64_t> parts = RailSplitter(RailSplit::kEven, distances).parts(Bytes{size});
    CHECK(std::accumulate(parts.begin(), parts.end(), std::uint64_t{0}) == size);
    CHECK(std::count_if(parts.begin(), parts.end(), [](std::uint64_t part) { return part % 64 != 0; }) <= 1);
    bool even = true;
    for (const std::uint64_t part : parts) {
      const auto share = static_cast<double>(size) / rails;
      even = even && static_cast<double>(part) > share - 64 && static_cast<double>(part) < share + 64;
    }
    CHECK(even);
  }
}

TEST_CASE("RailSplitter: measured rates give each rail the same time") {
  RailSplitter splitter(RailSplit::kMeasured, {0, 1});
  CHECK(splitter.parts(1_MiB) == std::vector<std::uint64_t>{524'288, 524'288});
  splitter.measured(0, 300_KiB, 100_us);
  CHECK(splitter.parts(1_MiB)[0] == 524'288);  // one rate alone says nothing
  splitter.measured(1, 100_KiB, 100_us);
  CHECK(splitter.parts(1_MiB) == std::vector<std::uint64_t>{786'432, 262'144});
}

TEST_CASE("RailSplitter: near gives the same to each rail that receives nearest, and nothing to others") {
  CHECK(RailSplitter(RailSplit::kNear, {0, 1, 0, 2}).parts(1_MiB) ==
        std::vector<std::uint64_t>{524'288, 0, 524'288, 0});
  CHECK(RailSplitter(RailSplit::kNear, {0, 1}).parts(Bytes{100}) == std::vector<std::uint64_t>{100, 0});
  // The last rail gets what is over if it gets anything at all.
  CHECK(RailSplitter(RailSplit::kNear, {1, 0, 0}).parts(Bytes{1'000}) == std::vector<std::uint64_t>{0, 512, 488});
  CHECK(RailSplitter(RailSplit::kNear, {3, 3}).parts(128_KiB) == std::vector<std::uint64_t>{65'536, 65'536});
}

}  // namespace tactus
