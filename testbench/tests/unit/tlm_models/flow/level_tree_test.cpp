#include "tlm_models/flow/level_tree.h"

#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// The same by a sorted set.
class PlainItems {
 public:
  explicit PlainItems(std::size_t numbers) : levels_(numbers) {}

  void set(std::int32_t number, double level) {
    erase(number);
    levels_[static_cast<std::size_t>(number)] = level;
    items_.insert({level, number});
  }
  void erase(std::int32_t number) { items_.erase({levels_[static_cast<std::size_t>(number)], number}); }
  void clear() { items_.clear(); }
  [[nodiscard]] bool contains(std::int32_t number) const {
    return items_.count({levels_[static_cast<std::size_t>(number)], number}) != 0;
  }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  [[nodiscard]] std::pair<double, std::int32_t> top() const { return *items_.begin(); }

 private:
  std::vector<double> levels_;
  std::set<std::pair<double, std::int32_t>> items_;
};

/// One and its double: what is done to the one is done to the other.
class Pair {
 public:
  Pair(std::size_t numbers, std::uint64_t seed) : numbers_(numbers), plain_(numbers), random_(seed, 0) {
    tree_.reserve_numbers(numbers);
  }

  /// Sets `sets` times as often as it takes out, by number or from the top.
  void change(int times, std::uint64_t sets) {
    for (int i = 0; i < times; ++i) {
      const auto number = static_cast<std::int32_t>(draw(numbers_));
      if (draw(sets + 1) != 0) {
        set(number);
      } else {
        erase(draw(2) == 0 || plain_.empty() ? number : plain_.top().second);
      }
      check(number);
    }
  }
  void empty_from_the_top() {
    while (!plain_.empty()) {
      const std::int32_t lowest = plain_.top().second;
      erase(lowest);
      check(lowest);
    }
  }
  void clear() {
    tree_.clear();
    plain_.clear();
    check(0);
  }

 private:
  [[nodiscard]] std::uint64_t draw(std::uint64_t below) { return random_.below(draws_++, below); }
  void set(std::int32_t number) {
    // Few levels, so that many are equal.
    const double level = (static_cast<double>(draw(60)) - 4) / 7;
    tree_.set(number, level);
    plain_.set(number, level);
  }
  void erase(std::int32_t number) {
    tree_.erase(number);
    plain_.erase(number);
  }
  void check(std::int32_t number) {
    REQUIRE(tree_.contains(number) == plain_.contains(number));
    REQUIRE(tree_.empty() == plain_.empty());
    if (plain_.empty() || draw(3) == 0) return;
    const LevelTree::Item top = tree_.top();
    REQUIRE(std::pair{top.level, top.number} == plain_.top());
  }

  std::size_t numbers_;
  LevelTree tree_;
  PlainItems plain_;
  RandomStream random_;
  std::uint64_t draws_ = 0;
};

TEST_CASE("Level tree: the lowest item is that of a sorted set while items come, move and go") {
  // So many items that there are one, two and three ranks, and back to none.
  for (const std::size_t numbers : {1, 5, 16, 17, 60, 256, 257, 300, 900, 5000}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Pair pair(numbers, seed);
      const int times = 3 * static_cast<int>(numbers) + 100;
      pair.change(times, 4);
      pair.change(times, 1);
      pair.empty_from_the_top();
      pair.change(times, 3);
      pair.clear();
      pair.change(times, 4);
    }
  }
}

TEST_CASE("Level tree: levels keep all their bits, and zeros are equal") {
  LevelTree tree;
  tree.reserve_numbers(6);
  const double infinity = std::numeric_limits<double>::infinity();
  const double tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<std::pair<double, std::int32_t>> expected = {{-1.5, 5}, {-tiny, 4}, {0.0, 0},
                                                                 {0.0, 1},  {tiny, 3},  {infinity, 2}};
  for (const auto& [level, number] : expected) tree.set(number, number == 1 ? -0.0 : level);
  for (const auto& [level, number] : expected) {
    CHECK(tree.top().level == level);
    CHECK(tree.top().number == number);
    tree.erase(number);
  }
  CHECK(tree.empty());
}

}  // namespace
}  // namespace tactus
