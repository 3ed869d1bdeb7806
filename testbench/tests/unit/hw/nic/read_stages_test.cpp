#include "hw/nic/read_stages.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// A packet that is read and sent, and where it was at each cycle.
struct Read {
  std::uint64_t fetched = 0;
  AccessWay way;
  std::uint64_t started = 0;
};

std::uint64_t sum(const AccessWay& way) {
  std::uint64_t sum = 0;
  for (const std::uint32_t leg : way.legs) sum += leg;
  return sum;
}

/// One engine with several buffers: packets in the order of their reads, each started when the one before has left.
std::vector<Read> random_reads(Dice& dice, std::size_t buffers) {
  std::vector<Read> reads;
  std::uint64_t fetched = 3;
  for (std::size_t i = 0; i < 60; ++i) {
    const std::uint64_t room = i < buffers ? 0 : reads[i - buffers].started + 4;
    std::uint64_t asked = std::max({room, i == 0 ? 3 : reads[i - 1].way.asked.count() + 1, fetched});
    if (i == 0 || dice.chance(40)) fetched = asked;
    Read read{fetched, {Cycles{asked}, {}}, 0};
    for (std::uint32_t& leg : read.way.legs) leg = static_cast<std::uint32_t>(dice.chance(40) ? dice.below(9) : 0);
    const std::uint64_t free = i == 0 ? 0 : reads[i - 1].started + 4;  // a packet is sent for 4 cycles
    read.started = std::max(free, asked + sum(read.way)) + static_cast<std::uint64_t>(dice.below(3));
    reads.push_back(read);
  }
  return reads;
}

}  // namespace

TEST_CASE("ReadStages: of each packet it tells the stages in the cycles that the engine waited since the fetch") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const auto buffers = static_cast<std::size_t>(dice.between(1, 4));
    const std::vector<Read> reads = random_reads(dice, buffers);
    // Stage of the packet that the engine waits for, by cycle; -1: it waits for none.
    std::vector<int> waited(reads.back().started + 1, -1);
    ReadStages stages(buffers);
    std::size_t asked = 0;
    std::size_t started = 0;
    std::uint64_t free = reads.front().way.asked.count();
    for (std::uint64_t now = 0; now < waited.size(); ++now) {
      for (; asked < reads.size() && reads[asked].way.asked.count() == now; ++asked) {
        if (reads[asked].fetched == now) stages.message_fetched(Cycles{now});
        stages.filled(asked % buffers, Cycles{now});
      }
      if (started == reads.size() || reads[started].started != now) continue;
      const Read& read = reads[started];
      stages.answered(started % buffers, read.way);
      // In two pieces, as if a control packet had gone in between.
      const std::uint64_t between = free + (now - free) / 2;
      stages.waited(Cycles{free}, Cycles{between});
      stages.waited(Cycles{between}, Cycles{now});
      read.way.for_each(Cycles{free}, Cycles{now}, [&](AccessStage stage, Cycles begin, Cycles end) {
        for (std::uint64_t at = begin.count(); at < end.count(); ++at) waited[at] = static_cast<int>(stage);
      });
      AccessStageCycles expected{};
      for (std::uint64_t at = read.fetched; at < now; ++at) {
        if (waited[at] >= 0) ++expected[static_cast<std::size_t>(waited[at])];
      }
      REQUIRE(stages.started(started % buffers).cycles == expected);
      free = now + 4;
      ++started;
    }
    REQUIRE(started == reads.size());
  }
}

TEST_CASE("AccessWay: its stretches have no gap, and outside of it an access is with the engine") {
  AccessWay way{Cycles{10}, {}};
  way.legs[static_cast<std::size_t>(AccessLeg::kPcie)] = 4;
  way.legs[static_cast<std::size_t>(AccessLeg::kHtBack)] = 3;
  std::vector<std::tuple<AccessStage, std::uint64_t, std::uint64_t>> told;
  const auto tell = [&](AccessStage stage, Cycles begin, Cycles end) {
    told.emplace_back(stage, begin.count(), end.count());
  };
  way.for_each(Cycles{8}, Cycles{20}, tell);
  CHECK(told == decltype(told){{AccessStage::kEngine, 8, 10},
                               {AccessStage::kPcie, 10, 14},
                               {AccessStage::kHt, 14, 17},
                               {AccessStage::kEngine, 17, 20}});
  told.clear();
  way.for_each(Cycles{12}, Cycles{15}, tell);
  CHECK(told == decltype(told){{AccessStage::kPcie, 12, 14}, {AccessStage::kHt, 14, 15}});
  told.clear();
  way.for_each(Cycles{15}, Cycles{15}, tell);
  CHECK(told.empty());
}

}  // namespace tactus
