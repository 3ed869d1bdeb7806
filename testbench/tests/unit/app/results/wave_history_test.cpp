#include "testbench/app/results/wave_history.h"

#include <algorithm>
#include <map>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

constexpr std::uint32_t kProbes = 7;
constexpr std::uint32_t kFirst = 2;  // number of the first one
using Values = std::vector<std::uint64_t>;

/// Changes that are told to a history, and all values of every cycle, by other code.
class Told {
 public:
  explicit Told(WaveHistory& history) : history_(history) {}

  void tell(Cycles cycle, const WaveChanges& changes) {
    for (const WaveChange& change : changes) now_[change.probe - kFirst] = change.value;
    values[cycle.count()] = now_;
    history_.add(cycle, changes);
  }
  void tell_all(Cycles cycle) {
    WaveChanges all;
    for (std::uint32_t probe = 0; probe < kProbes; ++probe) all.push_back({kFirst + probe, 100 + probe});
    tell(cycle, all);
  }

  std::map<std::uint64_t, Values> values;  ///< by cycle

 private:
  WaveHistory& history_;
  Values now_ = Values(kProbes, 0);
};

/// What a replay shows, by cycle; every value that it calls a change is one.
std::map<std::uint64_t, Values> replayed(const WaveHistory& history, Cycles from) {
  std::map<std::uint64_t, Values> shown;
  Values now(kProbes, 0);
  bool spurious = false;
  history.replay(from, [&](Cycles cycle, const WaveChanges& changes) {
    if (shown.empty()) spurious |= changes.size() != kProbes;
    for (const WaveChange& change : changes) {
      spurious |= !shown.empty() && now[change.probe - kFirst] == change.value;
      now[change.probe - kFirst] = change.value;
    }
    shown[cycle.count()] = now;
  });
  CHECK_FALSE(spurious);
  return shown;
}

}  // namespace

TEST_CASE("WaveHistory: replays every cycle from any that it remembers with the values that it had", "[WAVE-28]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Dice dice(seed);
    const Cycles before{static_cast<std::uint64_t>(dice.between(0, 40))};
    WaveHistory history(before, 1_MiB);
    Told told(history);
    const Cycles first{static_cast<std::uint64_t>(dice.between(0, 5))};
    told.tell_all(first);
    const int cycles = dice.between(1, 150);
    const int busy = dice.between(1, 100);
    for (int i = 1; i <= cycles; ++i) {
      WaveChanges changes;
      for (std::uint32_t probe = 0; probe < kProbes && dice.between(1, 100) <= busy; ++probe) {
        changes.push_back({kFirst + probe, 1000 * static_cast<std::uint64_t>(i) + probe});
      }
      told.tell(first + Cycles{static_cast<std::uint64_t>(i)}, changes);
    }
    REQUIRE(history.last().count() == first.count() + static_cast<std::uint64_t>(cycles));
    // As far back as was asked for, counted from the last change.
    REQUIRE(history.first() == std::max(first, history.last_change() - std::min(history.last_change(), before)));
    for (Cycles from = history.first(); from <= history.last(); from += 1_cycles) {
      auto expected = told.values;
      expected.erase(expected.begin(), expected.find(from.count()));
      REQUIRE((replayed(history, from) == expected));
    }
  }
}

TEST_CASE("WaveHistory: forgets what is older than it was asked to remember, and nothing while nothing changes",
          "[WAVE-28]") {
  WaveHistory history(10_cycles, 1_MiB);
  Told told(history);
  told.tell_all(0_cycles);
  for (std::uint64_t cycle = 1; cycle <= 100; ++cycle) told.tell(Cycles{cycle}, {{kFirst + 1, cycle}});
  CHECK(history.first() == 90_cycles);
  const Bytes used = history.used();
  for (std::uint64_t cycle = 101; cycle <= 100'000; ++cycle) told.tell(Cycles{cycle}, {});
  CHECK(history.first() == 90_cycles);
  CHECK(history.last() == 100'000_cycles);
  CHECK(history.last_change() == 100_cycles);
  CHECK(history.used() == used);
}

TEST_CASE("WaveHistory: keeps to its memory, and what is left is right", "[WAVE-29]") {
  const Bytes memory = 1_KiB;
  WaveHistory history(1000_cycles, memory);
  Told told(history);
  told.tell_all(0_cycles);
  for (std::uint64_t cycle = 1; cycle <= 500; ++cycle) {
    told.tell(Cycles{cycle}, {{2, cycle}, {5, 1000 + cycle}, {8, 2000 + cycle}});
    REQUIRE(history.used() <= memory);
  }
  // 16 B for a change and 16 B for a cycle: 64 B a cycle.
  CHECK(history.first() == 484_cycles);
  auto expected = told.values;
  expected.erase(expected.begin(), expected.find(history.first().count()));
  CHECK((replayed(history, history.first()) == expected));
}
