#include "tlm_models/packet/credit_line.h"

#include <algorithm>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// The cycle in which each credit comes, and nothing else.
class NaiveLine {
 public:
  void add(const CreditStream& stream) {
    for (int i = 0; i < stream.left; ++i) {
      cycles_.push_back(stream.next + static_cast<std::uint64_t>(stream.burst ? 0 : i));
    }
    std::sort(cycles_.begin(), cycles_.end());
  }
  int collect(std::uint64_t now) {
    const auto end = std::upper_bound(cycles_.begin(), cycles_.end(), now);
    const auto come = end - cycles_.begin();
    cycles_.erase(cycles_.begin(), end);
    return static_cast<int>(come);
  }
  [[nodiscard]] std::uint64_t when(int wanted) const {
    const auto index = static_cast<std::size_t>(wanted) - 1;
    return index < cycles_.size() ? cycles_[index] : CreditLine::kNever;
  }
  [[nodiscard]] int arrived(std::uint64_t now) const {
    return static_cast<int>(std::upper_bound(cycles_.begin(), cycles_.end(), now) - cycles_.begin());
  }
  [[nodiscard]] int under_way() const { return static_cast<int>(cycles_.size()); }

 private:
  std::vector<std::uint64_t> cycles_;
};

/// Streams that follow each other, overlap or leave a pause; one in four a burst.
CreditStream random_stream(Dice& dice, std::uint64_t now, std::uint64_t end_of_last) {
  const std::uint64_t first =
      dice.chance(40) ? std::max(end_of_last, now + 1) : now + 1 + static_cast<std::uint64_t>(dice.below(60));
  return {first, dice.between(1, 130), dice.chance(25)};
}

}  // namespace

TEST_CASE("CreditLine: answers as a list of single credits does") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    CreditLine line;
    NaiveLine naive;
    std::uint64_t now = 0;
    std::uint64_t end_of_last = 0;
    const int patience = dice.between(1, 200);  // long: few streams at a time; short: many
    for (int step = 0; step < 1'000; ++step) {
      if (dice.chance(30)) {
        const CreditStream stream = random_stream(dice, now, end_of_last);
        end_of_last = stream.next + static_cast<std::uint64_t>(stream.left);
        line.add(stream);
        naive.add(stream);
      }
      REQUIRE(line.empty() == (naive.under_way() == 0));
      for (const int wanted : {1, dice.between(1, naive.under_way() + 1), naive.under_way() + 1}) {
        REQUIRE(line.when(wanted) == naive.when(wanted));
      }
      const std::uint64_t later = now + static_cast<std::uint64_t>(dice.below(300));
      REQUIRE(line.arrived(later) == naive.arrived(later));
      now += static_cast<std::uint64_t>(dice.below(patience));
      REQUIRE(line.collect(now) == naive.collect(now));
    }
  }
}

TEST_CASE("CreditLine: without credits under way no number of them ever comes") {
  CreditLine line;
  CHECK(line.empty());
  CHECK(line.when(1) == CreditLine::kNever);
  CHECK(line.collect(1'000'000) == 0);
}

}  // namespace tactus
