#include "hw/router/growing_run.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

Flit flit_of(std::uint64_t lo, std::uint64_t hi) {
  Flit flit;
  flit.valid = true;
  flit.data_lo = lo;
  flit.data_hi = hi;
  return flit;
}

/// A run and the end at which it grows.
struct Run {
  void begin(const Flit& flit) {
    run.begin(flit);
    end.begin(flit);
  }
  bool join(const Flit& flit) { return end.join(flit); }
  /// The oldest flits, at most `most`, are `expected(i)` for the first few `i`; answers how many.
  template <class Expected>
  int take(int most, Expected expected) {
    end.settle(run);
    FlitRun::Piece piece = run.take(most);
    const int flits = piece.flits;
    for (int i = 0; i < flits; ++i) REQUIRE(piece.take() == expected(static_cast<std::uint64_t>(i)));
    REQUIRE(piece.flits == 0);
    return flits;
  }
  [[nodiscard]] bool empty() const { return run.empty() && end.fresh() == 0; }

  FlitRun run;
  GrowingRun end;
};

}  // namespace

TEST_CASE("FlitRun: gives back what has joined, in that order, whatever the steps and whenever it is taken") {
  Dice dice(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::uint64_t lo = dice.bits();
    const std::uint64_t hi = dice.bits();
    const std::uint64_t lo_step = dice.chance(30) ? 0 : dice.bits();
    const std::uint64_t hi_step = dice.chance(30) ? 0 : dice.bits();
    Run run;
    run.begin(flit_of(lo, hi));
    std::uint64_t joined = 1;
    std::uint64_t taken = 0;
    while (taken < 130) {
      if (joined < 130 && dice.chance(55)) {
        REQUIRE(run.join(flit_of(lo + joined * lo_step, hi + joined * hi_step)));
        ++joined;
      } else {
        const int most = dice.between(1, 4);
        const int there = static_cast<int>(joined - taken);
        REQUIRE(run.take(most, [&](std::uint64_t i) {
          return FlitRun::Data{lo + (taken + i) * lo_step, hi + (taken + i) * hi_step};
        }) == std::min(most, there));
        taken += static_cast<std::uint64_t>(std::min(most, there));
      }
      REQUIRE(run.empty() == (joined == taken));
    }
  }
}

TEST_CASE("FlitRun: refuses a flit that differs in any bit from where the step leads, and stays as it was") {
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t wrong = std::uint64_t{1} << bit;
    Run run;
    run.begin(flit_of(kAll, 5));
    REQUIRE(run.join(flit_of(1, 4)));  // steps of 2, modulo 2^64, and -1
    CHECK_FALSE(run.join(flit_of(3 ^ wrong, 3)));
    CHECK_FALSE(run.join(flit_of(3, 3 ^ wrong)));
    CHECK(run.join(flit_of(3, 3)));
    const std::vector<FlitRun::Data> joined = {{kAll, 5}, {1, 4}, {3, 3}};
    CHECK((run.take(9, [&](std::uint64_t i) { return joined.at(i); }) == 3 && run.empty()));
  }
}
