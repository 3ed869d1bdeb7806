#include "hw/router/flit_run.h"

#include <cstdint>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/dice.h"

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

bool takes(FlitRun& run, std::uint64_t lo, std::uint64_t hi) {
  const FlitRun::Data data = run.take();
  return data.lo == lo && data.hi == hi;
}

}  // namespace

TEST_CASE("FlitRun: gives back what has joined, in that order, whatever the steps and whenever it is taken") {
  Dice dice(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::uint64_t lo = dice.bits();
    const std::uint64_t hi = dice.bits();
    const std::uint64_t lo_step = dice.chance(30) ? 0 : dice.bits();
    const std::uint64_t hi_step = dice.chance(30) ? 0 : dice.bits();
    FlitRun run;
    run.begin(flit_of(lo, hi));
    std::uint64_t joined = 1;
    std::uint64_t taken = 0;
    while (taken < 130) {
      if (joined < 130 && dice.chance(55)) {
        REQUIRE(run.join(flit_of(lo + joined * lo_step, hi + joined * hi_step)));
        ++joined;
      } else if (!run.empty()) {
        REQUIRE(takes(run, lo + taken * lo_step, hi + taken * hi_step));
        ++taken;
      }
      REQUIRE(run.empty() == (joined == taken));
    }
  }
}

TEST_CASE("FlitRun: refuses a flit that differs in any bit from where the step leads, and stays as it was") {
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t wrong = std::uint64_t{1} << bit;
    FlitRun run;
    run.begin(flit_of(kAll, 5));
    REQUIRE(run.join(flit_of(1, 4)));  // steps of 2, modulo 2^64, and -1
    CHECK_FALSE(run.join(flit_of(3 ^ wrong, 3)));
    CHECK_FALSE(run.join(flit_of(3, 3 ^ wrong)));
    CHECK(run.join(flit_of(3, 3)));
    CHECK((takes(run, kAll, 5) && takes(run, 1, 4) && takes(run, 3, 3) && run.empty()));
  }
}
