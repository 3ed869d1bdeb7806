// Who has whose contribution after each round, by brute force: a set of bits per process.
#include <optional>
#include <string>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"
#include "tlm_models/node/butterfly/butterfly_schedule.h"

namespace tactus {
namespace {

/// Bit i: the contribution of process i is in the copy, once.
using Contributions = std::uint64_t;

/// What is wrong with the data flow of `rounds`, if in redundant rounds process p takes its partner's copy wherever
/// `takes_partner(round, p)`; nothing if every process ends with every contribution exactly once.
template <class Choice>
std::optional<std::string> flow_fault(const std::vector<ButterflyRound>& rounds, std::uint64_t processes,
                                      Choice takes_partner) {
  std::vector<Contributions> copies;
  for (std::uint64_t p = 0; p < processes; ++p) copies.push_back(Contributions{1} << p);
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    std::vector<Contributions> after = copies;
    for (std::uint64_t p = 0; p < processes; ++p) {
      const Contributions own = copies[p];
      const Contributions partner = copies[p ^ rounds[i].distance()];
      if (!rounds[i].redundant) {
        if ((own & partner) != 0) return "a contribution is added twice in round " + std::to_string(i);
        after[p] = own | partner;
      } else {
        after[p] = takes_partner(i, p) ? partner : own;
      }
    }
    copies = after;
  }
  const Contributions all = processes == 64 ? ~Contributions{0} : (Contributions{1} << processes) - 1;
  for (const Contributions copy : copies) {
    if (copy != all) return "a result is incomplete";
  }
  return std::nullopt;
}

TEST_CASE("Butterfly data: every process ends with every contribution once, whichever copies are there first",
          "[BUTTERFLY-1]") {
  for (int dimensions = 1; dimensions <= 6; ++dimensions) {
    for (int position = 1; position <= dimensions; ++position) {
      for (int middle = 0; middle <= 4; ++middle) {
        for (int final_rounds = 0; final_rounds <= 8; final_rounds += 2) {
          const ButterflyShape shape{dimensions, middle, final_rounds, position};
          REQUIRE(validate(shape).empty());
          const std::vector<ButterflyRound> rounds = butterfly_schedule(shape);
          CAPTURE(dimensions, position, middle, final_rounds);
          REQUIRE(rounds.size() == static_cast<std::size_t>(shape.rounds()));
          const std::uint64_t processes = shape.processes();
          // Always the own copy, always the other one, and at random.
          REQUIRE_FALSE(flow_fault(rounds, processes, [](auto, auto) { return false; }));
          REQUIRE_FALSE(flow_fault(rounds, processes, [](auto, auto) { return true; }));
          for (std::uint64_t seed = 0; seed < 4; ++seed) {
            const RandomStream dice(seed, 0);
            REQUIRE_FALSE(flow_fault(rounds, processes, [&](std::size_t round, std::uint64_t p) {
              return dice.below(round * processes + p, 2) == 1;
            }));
          }
        }
      }
    }
  }
}

TEST_CASE("Butterfly data: rounds are K, M after D of them, and L; redundant ones along the first dimensions again",
          "[BUTTERFLY-1][BUTTERFLY-6]") {
  const std::vector<ButterflyRound> rounds = butterfly_schedule({5, 3, 7, {}});
  const std::vector<int> dimensions = {0, 1, 0, 1, 0, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1};
  REQUIRE(rounds.size() == dimensions.size());
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    CAPTURE(i);
    CHECK(rounds[i].dimension == dimensions[i]);
    CHECK(rounds[i].redundant == ((i >= 2 && i < 5) || i >= 8));
  }
}

TEST_CASE("Butterfly data: the check finds redundant rounds of data that is not the same, too early or too far") {
  const auto partner = [](auto, auto) { return true; };
  std::vector<ButterflyRound> rounds = butterfly_schedule({4, 1, 0, 2});
  REQUIRE_FALSE(flow_fault(rounds, 16, partner));
  std::vector<ButterflyRound> too_far = rounds;
  too_far[2].dimension = 2;
  CHECK(flow_fault(too_far, 16, [](auto, std::uint64_t p) { return (p & 4U) == 0; }));
  std::vector<ButterflyRound> too_early = rounds;
  std::swap(too_early[0], too_early[2]);
  CHECK(flow_fault(too_early, 16, [](auto, std::uint64_t p) { return p % 2 == 1; }));
  std::vector<ButterflyRound> added_again = rounds;
  added_again[2].redundant = false;
  CHECK(flow_fault(added_again, 16, partner) == "a contribution is added twice in round 2");
  rounds.pop_back();
  CHECK(flow_fault(rounds, 16, partner) == "a result is incomplete");
}

}  // namespace
}  // namespace tactus
