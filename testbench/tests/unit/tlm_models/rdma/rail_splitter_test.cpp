#include "tlm_models/rdma/rail_splitter.h"

#include <algorithm>
#include <numeric>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/dice.h"

namespace tactus {

using namespace literals;

TEST_CASE("RailSplitter: parts add up, are multiples of 64 B but for one, and even within 64 B") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const int rails = dice.between(1, 6);
    const auto size = static_cast<std::uint64_t>(dice.between(1, 1'000'000));
    const std::vector<std::uint64_t> parts = RailSplitter(RailSplit::kEven, rails).parts(Bytes{size});
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
  RailSplitter splitter(RailSplit::kMeasured, 2);
  CHECK(splitter.parts(1_MiB) == std::vector<std::uint64_t>{524'288, 524'288});
  splitter.measured(0, 300_KiB, 100_us);
  CHECK(splitter.parts(1_MiB)[0] == 524'288);  // one rate alone says nothing
  splitter.measured(1, 100_KiB, 100_us);
  CHECK(splitter.parts(1_MiB) == std::vector<std::uint64_t>{786'432, 262'144});
}

TEST_CASE("nearest_nics: near a memory come first, as they stand in the configuration") {
  const NumaNodeConfig node;
  CHECK(nearest_nics(node, 0, 4) == std::vector<int>{0, 1, 2, 3});
  CHECK(nearest_nics(node, 1, 4) == std::vector<int>{2, 3, 0, 1});
  CHECK(nearest_nics(node, 1, 1) == std::vector<int>{2});
}

}  // namespace tactus
