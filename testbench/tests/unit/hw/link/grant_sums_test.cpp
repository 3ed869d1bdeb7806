#include "hw/link/grant_sums.h"

#include <map>
#include <utility>

#include "testbench/tests/support/catch.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

struct NoAccounts final : GrantAccounts {
  [[nodiscard]] GrantAccount account_of(const PacketHeader& /*first*/) const override { return kOthers; }
};

const NoAccounts kAccounts;
const LinkGroups kGroups{NetworkShape{4, 4}};
constexpr GrantAccount kOne = GrantAccounts::kFirst;

/// Flits by window and account.
using Windows = std::map<std::pair<std::uint64_t, GrantAccount>, std::uint64_t>;

Windows taken(GrantSums& sums) {
  Windows windows;
  sums.take([&](std::uint64_t window, GrantAccount account, std::uint64_t flits) {
    windows[{window, account}] += flits;
  });
  return windows;
}

}  // namespace

TEST_CASE("GrantSums: grants are summed by group of links, by VC and by account", "[EQUAL-14]") {
  GrantSums sums(kAccounts, kGroups, 2, 100_cycles);
  sums.count(0, 1, 0, kOne, 9, 5);
  sums.count(3, 1, 1, kOne + 1, 4, 5);
  sums.count(3, 2, 1, GrantAccounts::kControl, 2, 6);
  sums.count(7, 2, 0, GrantAccounts::kOthers, 3, 8);
  CHECK(sums.group_flits(1) == 13);
  CHECK(sums.group_flits(2) == 5);
  CHECK(sums.group_flits(0) == 0);
  CHECK(sums.vc_flits(0) == 12);
  CHECK(sums.vc_flits(1) == 6);
  CHECK(sums.of(kOne).flits == 9);
  CHECK(sums.of(kOne + 1).packets == 1);
  CHECK(sums.data_packets() == 3);
  CHECK(sums.last() == 5);  // the others are of no window
  CHECK(taken(sums) == Windows{{{0, kOne}, 9}, {{0, kOne + 1}, 4}});
}

TEST_CASE("GrantSums: a packet uses its link in the cycles after the grant, cut at the edges of windows",
          "[EQUAL-14]") {
  GrantSums sums(kAccounts, kGroups, 1, 10_cycles);
  sums.count(0, 0, 0, kOne, 5, 4);  // cycles 5 .. 9
  CHECK(taken(sums) == Windows{{{0, kOne}, 5}});
  CHECK(taken(sums).empty());
  sums.count(0, 0, 0, kOne, 5, 5);   // 6 .. 10
  sums.count(0, 0, 0, kOne, 23, 6);  // 7 .. 29
  sums.count(0, 0, 0, kOne, 2, 7);   // 8, 9
  sums.count(0, 0, 0, kOne, 2, 40);  // 41, 42: nothing in a window between
  sums.count(0, 0, 0, kOne, 1, 49);  // 50
  CHECK(taken(sums) ==
        Windows{{{0, kOne}, 4 + 3 + 2}, {{1, kOne}, 1 + 10}, {{2, kOne}, 10}, {{4, kOne}, 2}, {{5, kOne}, 1}});
  CHECK(sums.of(kOne).flits == 38);
  CHECK(sums.last() == 49);
}
