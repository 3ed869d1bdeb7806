#include "tlm_models/flow/due_times.h"

#include <algorithm>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("Due times: the earliest and the numbers due are those of a plain search") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const RandomStream random(seed, 0);
    std::uint64_t draw = 0;
    DueTimes due;
    std::vector<Picoseconds> plain(1 + random.below(draw++, 300), Picoseconds::max());
    for (int round = 0; round < 100; ++round) {
      const std::uint64_t changes = random.below(draw++, round % 10 == 0 ? 300 : 4);
      for (std::uint64_t change = 0; change < changes; ++change) {
        const auto number = static_cast<std::size_t>(random.below(draw++, plain.size()));
        plain[number] = random.below(draw++, 8) == 0 ? Picoseconds::max() : Picoseconds{random.below(draw++, 1000)};
        due.set(static_cast<std::int32_t>(number), plain[number]);
      }
      const Picoseconds earliest = *std::min_element(plain.begin(), plain.end());
      REQUIRE(due.earliest() == earliest);
      if (round % 3 != 0 || earliest == Picoseconds::max()) continue;
      const Picoseconds until = earliest + Picoseconds{random.below(draw++, 50)};
      std::vector<std::int32_t> expected;
      for (std::size_t number = 0; number < plain.size(); ++number) {
        if (until < plain[number]) continue;
        expected.push_back(static_cast<std::int32_t>(number));
        plain[number] = Picoseconds::max();
      }
      std::vector<std::int32_t> taken;
      due.take(until, taken);
      REQUIRE(taken == expected);
    }
  }
}

TEST_CASE("Due times: with no times nothing is due") {
  DueTimes due;
  CHECK(due.earliest() == Picoseconds::max());
  due.set(3, Picoseconds::max());
  std::vector<std::int32_t> taken;
  due.take(Picoseconds::max(), taken);
  CHECK(taken.empty());
}

}  // namespace
}  // namespace tactus
