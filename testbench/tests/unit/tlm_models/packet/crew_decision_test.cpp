#include "tlm_models/packet/crew_decision.h"

#include <algorithm>
#include <limits>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr std::uint64_t kWorth = 16;

/// As many windows as it takes to decide, each with so many events beside those of one region; answers the decision.
bool decided(CrewDecision& decision, std::uint64_t events) {
  for (std::uint64_t window = 0; window < CrewDecision::kWindows; ++window) decision.count(1'000 + events, 1'000);
  return decision.all_work();
}

TEST_CASE("CrewDecision: all threads work from so many events on, and go on until it is half as many") {
  CrewDecision decision(kWorth);
  CHECK_FALSE(decision.all_work());
  CHECK_FALSE(decided(decision, kWorth - 1));
  CHECK(decided(decision, kWorth));
  CHECK(decided(decision, kWorth / 2));
  CHECK_FALSE(decided(decision, kWorth / 2 - 1));
  CHECK_FALSE(decided(decision, kWorth / 2));
}

TEST_CASE("CrewDecision: single windows change nothing, their average does, after all of them") {
  CrewDecision decision(kWorth);
  decision.count(kWorth * CrewDecision::kWindows, 0);
  for (std::uint64_t window = 1; window < CrewDecision::kWindows; ++window) {
    REQUIRE_FALSE(decision.all_work());
    decision.count(0, 0);
  }
  CHECK(decision.all_work());
  CHECK_FALSE(decided(decision, 0));
}

TEST_CASE("CrewDecision: none is worth it always or never") {
  CrewDecision always(0);
  CHECK(always.all_work());
  CHECK(decided(always, 0));
  CrewDecision never(std::numeric_limits<std::uint64_t>::max());
  CHECK_FALSE(decided(never, 1'000'000));
}

/// Lets all threads wait long until they rest; answers how many decisions they pass over, with enough to do.
std::uint64_t decisions_of_rest(CrewDecision& decision) {
  for (std::uint64_t wait = 1; wait < CrewDecision::kLongWaits; ++wait) {
    decision.waited_long();
    CHECK(decision.all_work());
  }
  decision.waited_long();
  CHECK_FALSE(decision.all_work());
  std::uint64_t decisions = 0;
  while (!decided(decision, kWorth)) ++decisions;
  return decisions;
}

TEST_CASE("CrewDecision: threads that wait long for each other rest, longer each time, until they did not wait") {
  CrewDecision decision(kWorth);
  CHECK(decided(decision, kWorth));
  std::uint64_t rest = CrewDecision::kFirstRest;
  for (int time = 0; time < 12; ++time) {
    CHECK(decisions_of_rest(decision) == rest);
    rest = std::min(2 * rest, CrewDecision::kLongestRest);
  }
  CHECK(rest == CrewDecision::kLongestRest);
  CHECK(decided(decision, kWorth));
  CHECK(decisions_of_rest(decision) == CrewDecision::kFirstRest);
}

TEST_CASE("CrewDecision: a few long waits between two decisions are a machine's own") {
  CrewDecision decision(kWorth);
  CHECK(decided(decision, kWorth));
  for (int time = 0; time < 10; ++time) {
    for (std::uint64_t wait = 1; wait < CrewDecision::kLongWaits; ++wait) decision.waited_long();
    CHECK(decided(decision, kWorth));
  }
  CrewDecision always(0);
  for (std::uint64_t wait = 0; wait < 100; ++wait) always.waited_long();
  CHECK(always.all_work());
}

}  // namespace
}  // namespace tactus
