#include "tlm_models/packet/returning_credits.h"

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {

TEST_CASE("ReturningCredits: says the first edge after which so many are free, as going from edge to edge does") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    ReturningCredits credits(2, 2);
    credits.set_capacity(1, 500);
    std::uint64_t now = 10;
    int away[2] = {0, 0};
    for (int step = 0; step < 60; ++step) {
      credits.at(now);
      const int vc = dice.below(2);
      const int flits = dice.between(1, 60);
      if (credits.collect(1, vc) >= flits) {
        credits.take(1, vc, flits);
        away[vc] += flits;
      }
      if (away[vc] > 0) {
        const int back = dice.between(1, away[vc]);
        away[vc] -= back;
        const auto next = now + 1 + static_cast<std::uint64_t>(dice.below(80));
        credits.coming_back(1, vc, {next, back, dice.chance(20)});
      }
      const unsigned mask = static_cast<unsigned>(dice.between(1, 3));
      const int wanted = dice.below(1000);
      const auto free_after = [&](std::uint64_t edge) {
        int sum = 0;
        for (int v = 0; v < 2; ++v) sum += (mask >> v & 1U) != 0 ? credits.free_at(1, v, edge) : 0;
        return sum;
      };
      std::uint64_t expected = now;
      while (expected < now + 20'000 && free_after(expected) < wanted) ++expected;
      if (expected == now + 20'000) expected = CreditLine::kNever;
      REQUIRE(credits.when_free(1, mask, wanted, now) == expected);
      now += static_cast<std::uint64_t>(dice.between(1, 40));
    }
  }
}

}  // namespace tactus
