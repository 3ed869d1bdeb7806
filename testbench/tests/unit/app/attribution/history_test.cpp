#include "testbench/app/attribution/history.h"

#include <deque>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {

TEST_CASE("History: keeps what has not been forgotten or erased, in its order") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    History<int> history;
    std::deque<int> expected;
    for (int i = 0; i < 2000; ++i) {
      if (dice.below(3) > 0) {
        history.add() = i;
        expected.push_back(i);
      } else if (dice.below(2) == 0 && !expected.empty()) {
        const int place = dice.below(static_cast<int>(expected.size()));
        history.erase(static_cast<std::size_t>(place));
        expected.erase(expected.begin() + place);
      } else {
        const int before = i - dice.between(1, 60);
        history.forget([before](int each) { return each < before; });
        while (!expected.empty() && expected.front() < before) expected.pop_front();
      }
      REQUIRE(history.size() == expected.size());
      REQUIRE(history.empty() == expected.empty());
      bool equal = true;
      for (std::size_t at = 0; at < expected.size(); ++at) equal = equal && history[at] == expected[at];
      REQUIRE(equal);
      if (!expected.empty()) REQUIRE((history.front() == expected.front() && history.back() == expected.back()));
    }
  }
}

TEST_CASE("History: is not full again at once after it has been told what to forget") {
  History<int> history;
  for (int i = 0; i < 100; ++i) {
    if (history.full()) history.forget([i](int each) { return each < i - 5; });
    CHECK_FALSE(history.full());
    history.add() = i;
  }
}

}  // namespace tactus
