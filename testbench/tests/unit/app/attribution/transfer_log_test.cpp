#include "testbench/app/attribution/transfer_log.h"

#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

struct Known {
  std::uint64_t begin = 0;
  int in = 0;
  int out = 0;
};

/// Beginnings of those that `log` has of one port, from the newest back, as long as they are over after `needed`.
template <class Next>
std::vector<std::uint64_t> begins(const TransferLog::Transfer* newest, std::uint64_t needed, Next&& next) {
  std::vector<std::uint64_t> list;
  for (const auto* each = newest; each != nullptr && each->end() > needed; each = next(*each)) {
    list.push_back(each->begin);
  }
  return list;
}

}  // namespace

TEST_CASE("TransferLog: has by input port and by output what is not over, from the newest one back") {
  Dice dice(21);
  TransferLog log(5);
  std::vector<Known> all;
  std::uint64_t now = 0;
  std::uint64_t needed = 0;
  for (int i = 0; i < 3'000; ++i) {
    now += static_cast<std::uint64_t>(dice.below(8));
    // Now and then a packet waits for long, so that much is kept.
    if (i % 500 < 400) needed = now > 60 ? now - 60 : 0;
    if (log.full()) log.forget(needed);
    REQUIRE_FALSE(log.full());
    const Known known{now, dice.below(5), dice.below(5)};
    TransferLog::Transfer& next = log.add(static_cast<std::uint8_t>(known.in), static_cast<std::uint8_t>(known.out));
    next.begin = now;
    next.length = 10;
    all.push_back(known);
    for (int port = 0; port < 5; ++port) {
      std::vector<std::uint64_t> in;
      std::vector<std::uint64_t> out;
      for (auto each = all.rbegin(); each != all.rend() && each->begin + 10 > needed; ++each) {
        if (each->in == port) in.push_back(each->begin);
        if (each->out == port) out.push_back(each->begin);
      }
      REQUIRE(begins(log.newest_in(port), needed, [&](const auto& each) { return log.before_in(each); }) == in);
      REQUIRE(begins(log.newest_out(port), needed, [&](const auto& each) { return log.before_out(each); }) == out);
    }
  }
}

}  // namespace tactus
