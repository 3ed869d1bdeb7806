#include "testbench/app/attribution/credit_history.h"

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr int kVcs = 3;
constexpr int kCapacity = 60;

struct Given {
  int vc;
  std::uint64_t first;
  int flits;
  bool at_once;
};

struct Taken {
  int vc;
  std::uint64_t edge;
  int flits;
};

/// Credits at an edge, flit by flit.
int credits_at(int vc, std::uint64_t edge, const std::vector<Given>& given, const std::vector<Taken>& taken) {
  int credits = kCapacity;
  for (const Taken& each : taken) {
    if (each.vc == vc && each.edge <= edge) credits -= each.flits;
  }
  for (const Given& each : given) {
    for (std::uint64_t flit = 0; each.vc == vc && flit < static_cast<std::uint64_t>(each.flits); ++flit) {
      if (each.first + (each.at_once ? 0 : flit) <= edge) ++credits;
    }
  }
  return credits;
}

/// The first edge of [begin, end) with so many credits, edge by edge.
std::uint64_t first_room(int vc, std::uint64_t begin, std::uint64_t end, int flits, const std::vector<Given>& given,
                         const std::vector<Taken>& taken) {
  while (begin < end && credits_at(vc, begin, given, taken) < flits) ++begin;
  return begin;
}

}  // namespace

TEST_CASE("CreditHistory: credits taken at once come back one per edge or at once", "[ATTRIBUTION-4]") {
  CreditHistory history;
  history.set_capacity(1, 10);
  history.take(1, 8);
  history.give(1, 7, 4, false);
  history.give(1, 20, 4, true);
  CHECK(history.first_room(1, 5, 30, 2, 0) == 5);
  CHECK(history.first_room(1, 5, 30, 3, 0) == 7);
  CHECK(history.first_room(1, 5, 30, 6, 0) == 10);
  CHECK(history.first_room(1, 5, 30, 7, 0) == 20);
  CHECK(history.first_room(1, 5, 12, 7, 0) == 12);
  CHECK(history.first_room(1, 5, 30, 11, 0) == 30);
  // Of another packet that was granted after these edges.
  history.take(1, 3);
  CHECK(history.first_room(1, 5, 30, 6, 3) == 10);
}

TEST_CASE("CreditHistory: finds the room that counting flit by flit finds, whatever has been forgotten",
          "[ATTRIBUTION-4]") {
  int waited = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    CreditHistory history;
    for (int vc = 0; vc < kVcs; ++vc) history.set_capacity(vc, kCapacity);
    std::vector<Given> given;
    std::vector<Taken> taken;
    std::array<int, kVcs> away{};
    std::uint64_t now = 1;
    std::uint64_t free = 1;  // edge from which on credits can come back
    for (int i = 0; i < 150; ++i) {
      now += static_cast<std::uint64_t>(dice.below(12));
      const int vc = dice.below(kVcs);
      int& out = away[static_cast<std::size_t>(vc)];
      const int flits = dice.between(1, 20);
      if (dice.below(2) == 0 && out + flits <= kCapacity) {
        history.take(vc, flits);
        taken.push_back({vc, now, flits});
        out += flits;
      } else if (out >= flits) {
        free = std::max(free, now + 3);
        const bool at_once = dice.below(4) == 0;
        history.give(vc, free, flits, at_once);
        given.push_back({vc, free, flits, at_once});
        free += at_once ? 1 : static_cast<std::uint64_t>(flits);
        out -= flits;
      }
      if (dice.below(5) == 0) history.forget_before(now);
      const int wanted = dice.between(1, kCapacity);
      const int asked = dice.below(kVcs);
      const std::uint64_t expected = first_room(asked, now, now + 60, wanted, given, taken);
      REQUIRE(history.first_room(asked, now, now + 60, wanted, 0) == expected);
      if (expected > now && expected < now + 60) ++waited;
    }
  }
  CHECK(waited > 500);
}

}  // namespace tactus
