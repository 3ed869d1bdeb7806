#include "tlm_models/packet/recent_grants.h"

#include <vector>

#include "testbench/support/catch.h"
#include "testbench/unit/router/dice.h"

namespace tactus {
namespace {

/// All flits of all packets ever granted, each with the cycle in which it is on the output.
class NaiveOutput {
 public:
  void add(std::uint64_t granted, int vc, int flits) {
    for (int i = 1; i <= flits; ++i) flits_.push_back({granted + static_cast<std::uint64_t>(i), vc});
  }
  /// Flits of `vc` (-1: of any) that come later than `now` to where they are `delay` cycles after the output.
  [[nodiscard]] int later(int vc, std::uint64_t delay, std::uint64_t now) const {
    int sum = 0;
    for (const Flit& flit : flits_) sum += (vc < 0 || flit.vc == vc) && flit.cycle + delay > now ? 1 : 0;
    return sum;
  }

 private:
  struct Flit {
    std::uint64_t cycle;
    int vc;
  };
  std::vector<Flit> flits_;
};

void compare_at(const RecentGrants& grants, const NaiveOutput& naive, std::uint64_t latency, std::uint64_t now) {
  CAPTURE(now);
  REQUIRE(grants.not_sent(now) == naive.later(-1, 0, now));
  for (int vc = 0; vc < 3; ++vc) REQUIRE(grants.not_arrived(vc, now) == naive.later(vc, latency - 1, now));
}

}  // namespace

TEST_CASE("RecentGrants: counts the flits under way as a list of all flits does, from the last grant on") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const auto latency = static_cast<std::uint64_t>(dice.between(1, 120));
    const int min_flits = dice.between(2, 10);
    const int max_flits = dice.chance(50) ? min_flits : dice.between(min_flits, 255);
    const int pause = dice.chance(50) ? 1 : dice.between(1, 200);
    RecentGrants grants(latency, min_flits);
    NaiveOutput naive;
    std::uint64_t granted = 0;
    for (int packet = 0; packet < 60; ++packet) {
      const int flits = dice.between(min_flits, max_flits);
      const int vc = dice.below(3);
      grants.add(granted, vc, flits);
      naive.add(granted, vc, flits);
      const std::uint64_t next = granted + static_cast<std::uint64_t>(flits + dice.below(pause));
      compare_at(grants, naive, latency, granted);
      for (int look = 0; look < 4; ++look) {
        compare_at(grants, naive, latency, granted + dice.bits() % (next - granted + 1));
      }
      compare_at(grants, naive, latency, granted + latency + static_cast<std::uint64_t>(flits) - 1);
      granted = next;
    }
  }
}

TEST_CASE("RecentGrants: nothing is under way before the first grant") {
  const RecentGrants grants(24, 2);
  CHECK(grants.not_sent(0) == 0);
  CHECK(grants.not_arrived(0, 0) == 0);
}

}  // namespace tactus
