#include "hw/common/node_counter.h"

#include "testbench/tests/support/catch.h"

using namespace tactus;

TEST_CASE("NodeCounter: it begins ahead, drifts by so many cycles in a million, and never goes back", "[PACER-13]") {
  constexpr std::uint64_t kFar = 40'000'000'000'000;  // two days of cycles of 4 ns
  for (const int drift : {0, 1, -1, 100, -100, NodeCounter::kMostDrift, -NodeCounter::kMostDrift}) {
    CAPTURE(drift);
    const NodeCounter counter(Cycles{70}, drift);
    CHECK(counter.at(Cycles{0}) == 70);
    CHECK(counter.at(Cycles{3'000'000}) == 3'000'070 + 3 * drift);
    CHECK(counter.at(Cycles{kFar}) == static_cast<std::int64_t>(kFar) + 70 + 40'000'000 * std::int64_t{drift});
    for (const std::uint64_t from : {std::uint64_t{0}, std::uint64_t{999'000}, kFar}) {
      for (std::uint64_t edge = from; edge < from + 5000; ++edge) {
        const std::int64_t step = counter.at(Cycles{edge + 1}) - counter.at(Cycles{edge});
        REQUIRE(step >= 0);
        REQUIRE(step <= 2);
      }
    }
  }
}

TEST_CASE("NodeCounter: the first edge at which it shows a value is found, however far that is", "[PACER-13]") {
  for (const int drift : {0, 7, -7, 333, -333, NodeCounter::kMostDrift, -NodeCounter::kMostDrift}) {
    CAPTURE(drift);
    const NodeCounter counter(Cycles{12'345}, drift);
    for (const std::int64_t ahead : {-5, 0, 1, 2, 3, 999, 1000, 1001, 2'147'483'647}) {
      for (const std::uint64_t from : {0, 998, 1'000'000}) {
        const std::int64_t value = counter.at(Cycles{from}) + ahead;
        const Cycles first = counter.first_at(value, Cycles{from});
        REQUIRE(first >= Cycles{from});
        REQUIRE(counter.at(first) >= value);
        REQUIRE((first == Cycles{from} || counter.at(first - Cycles{1}) < value));
      }
    }
  }
}
