#include "tlm_models/noise/rank_noise.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/noise/timetable_noise.h"
#include "tlm_models/noise/stretched_work.h"

namespace tactus {
namespace {

constexpr Picoseconds ns(std::uint64_t count) { return Picoseconds{count * 1000}; }

RankNoiseConfig periodic() {
  RankNoiseConfig config;
  config.events.kind = NoiseKind::kPeriodic;
  config.events.period = ns(1000);
  config.events.length = ns(100);
  return config;
}

TEST_CASE("StretchedWork: without noise work takes what it needs") {
  StretchedWork work(nullptr, 3);
  CHECK(work.end(ns(5), ns(7)) == ns(12));
  CHECK(work.end(ns(5), ns(0)) == ns(5));
  CHECK(work.stolen() == ns(0));
}

TEST_CASE("StretchedWork: adds up by how much noise puts off the ends of work, and nothing that passes between") {
  const TimetableNoise noise({{ns(10), ns(5)}, {ns(20), ns(2)}, {ns(50), ns(30)}, {ns(100), ns(10)}});
  StretchedWork work(&noise, 0);
  CHECK(work.end(ns(0), ns(10)) == ns(10));  // done when the event starts
  CHECK(work.stolen() == ns(0));
  CHECK(work.end(ns(10), ns(6)) == ns(23));  // the rest of one event, all of the next
  CHECK(work.stolen() == ns(7));
  CHECK(work.end(ns(90), ns(4)) == ns(94));  // nobody worked from 50 to 80
  CHECK(work.stolen() == ns(7));
  CHECK(work.end(ns(104), ns(0)) == ns(110));
  CHECK(work.stolen() == ns(13));
}

TEST_CASE("StretchedWork: work that is given up ends when the processor is there, and counts only that") {
  const TimetableNoise noise({{ns(10), ns(5)}, {ns(20), ns(10)}, {ns(50), ns(30)}});
  StretchedWork work(&noise, 0);
  CHECK(work.end(ns(0), ns(30)) == ns(45));
  CHECK(work.give_up(ns(46)) == ns(45));  // done before
  CHECK(work.stolen() == ns(15));
  CHECK(work.give_up(ns(22)) == ns(30));
  CHECK(work.stolen() == ns(8));
  CHECK(work.give_up(ns(25)) == ns(30));
  CHECK(work.stolen() == ns(8));
  CHECK(work.end(ns(30), ns(25)) == ns(85));
  CHECK(work.give_up(ns(40)) == ns(40));
  CHECK(work.stolen() == ns(8));
  StretchedWork quiet(nullptr, 0);
  CHECK(quiet.end(ns(0), ns(30)) == ns(30));
  CHECK(quiet.give_up(ns(22)) == ns(22));
}

TEST_CASE("StretchedWork: counts what work needs, without noise, and of work that is given up the time until then") {
  const TimetableNoise noise({{ns(10), ns(5)}});
  StretchedWork work(&noise, 0);
  CHECK(work.done() == ns(0));
  work.end(ns(0), ns(12));
  CHECK(work.done() == ns(12));
  work.end(ns(20), ns(30));
  CHECK(work.done() == ns(42));
  work.give_up(ns(25));
  CHECK(work.done() == ns(17));
  work.end(ns(25), ns(3));
  CHECK(work.done() == ns(20));
}

TEST_CASE("StretchedWork: long work under periodic noise loses one event per period of its own time") {
  // Of each period of 1000 ns the processor is there for 900: work of 900 n has n events in it, wherever it begins.
  const RankNoise noise(periodic(), 7);
  for (int node = 0; node < 50; ++node) {
    const Picoseconds begin = noise.of(node)->next_event(static_cast<std::uint64_t>(node), ns(123)) + ns(100);
    for (const std::uint64_t events : {1, 2, 1000}) {
      StretchedWork work(noise.of(node), static_cast<std::uint64_t>(node));
      work.end(begin, ns(900 * events + 1));
      CHECK(work.stolen() == ns(100 * events));
    }
  }
}

TEST_CASE("RankNoise: gives noise to all nodes, or to those that are listed, and without a kind to none",
          "[NOISE-1][key:noise.nodes]") {
  RankNoiseConfig config = periodic();
  const RankNoise all(config, 1);
  config.nodes = {5, 2};
  const RankNoise some(config, 1);
  config.events.kind = NoiseKind::kNone;
  const RankNoise none(config, 1);
  for (int node = 0; node < 8; ++node) {
    CHECK(all.of(node) != nullptr);
    CHECK((some.of(node) != nullptr) == (node == 2 || node == 5));
    CHECK(none.of(node) == nullptr);
  }
  CHECK(all.of(2)->next_event(2, ns(0)) == some.of(2)->next_event(2, ns(0)));
}

TEST_CASE("RankNoise: nodes that are not there and faults of the noise are named by their keys") {
  RankNoiseConfig config = periodic();
  CHECK(validate(config, 4).empty());
  config.nodes = {0, 3, 4, -1};
  config.events.length = config.events.period;
  const std::vector<ConfigFault> faults = validate(config, 4);
  REQUIRE(faults.size() == 3);
  CHECK(faults[0].field == "events.length");
  CHECK(faults[1].field == "nodes");
  CHECK(faults[1].message == "there is no node 4: nodes are numbered from 0 to 3");
  CHECK(faults[2].field == "nodes");
}

}  // namespace
}  // namespace tactus
