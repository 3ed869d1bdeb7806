#include "hw/common/event_wheel.h"

#include <map>
#include <set>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Wheel = EventWheel<int>;

/// Distances that lie in the wheel, around its size and its multiples, and far beyond.
std::uint64_t random_distance(Dice& dice) {
  switch (dice.below(5)) {
    case 0:
      return static_cast<std::uint64_t>(dice.below(4));
    case 1:
      return static_cast<std::uint64_t>(dice.below(1'000));
    case 2:
      return static_cast<std::uint64_t>(dice.between(1'020, 1'028));
    case 3:
      return static_cast<std::uint64_t>(dice.between(2'040, 2'056));
    default:
      return static_cast<std::uint64_t>(dice.below(50'000));
  }
}

/// A wheel and what a map of cycles says about it.
class WheelBeside {
 public:
  explicit WheelBeside(Dice& dice) : dice_(dice) {}

  void schedule(int events) {
    for (int i = 0; i < events; ++i) {
      const std::uint64_t cycle = first_ + random_distance(dice_);
      wheel_.schedule(cycle, next_event_);
      expected_[cycle].insert(next_event_++);
    }
  }
  /// Takes the next cycle, and schedules more from within one time in two.
  void take() {
    const std::uint64_t cycle = expected_.begin()->first;
    REQUIRE(wheel_.next_cycle() == cycle);
    const std::multiset<int> due = expected_.begin()->second;
    expected_.erase(expected_.begin());
    first_ = cycle + 1;
    std::multiset<int> taken;
    wheel_.take(cycle, [&](const int& event) {
      taken.insert(event);
      schedule(dice_.below(2));
    });
    REQUIRE(taken == due);
  }
  [[nodiscard]] bool empty() const { return expected_.empty(); }
  [[nodiscard]] std::uint64_t next_cycle() const { return wheel_.next_cycle(); }

 private:
  Dice& dice_;
  Wheel wheel_;
  std::map<std::uint64_t, std::multiset<int>> expected_;
  std::uint64_t first_ = 0;
  int next_event_ = 0;
};

}  // namespace

TEST_CASE("EventWheel: gives each event once and in its cycle, as a sorted map does") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    WheelBeside wheel(dice);
    const int most = dice.between(1, 40);
    for (int step = 0; step < 1'000; ++step) {
      if (wheel.empty() || dice.chance(30)) wheel.schedule(dice.between(1, most));
      wheel.take();
    }
  }
}

TEST_CASE("EventWheel: has a next cycle only while events are pending") {
  Wheel wheel;
  CHECK(wheel.next_cycle() == Wheel::kNever);
  wheel.schedule(123'456, 1);
  CHECK(wheel.next_cycle() == 123'456);
  wheel.take(123'456, [](int) {});
  CHECK(wheel.next_cycle() == Wheel::kNever);
}

}  // namespace tactus
