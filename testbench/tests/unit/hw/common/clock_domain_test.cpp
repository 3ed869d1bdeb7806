#include "hw/common/clock_domain.h"

#include <functional>
#include <memory>
#include <vector>

#include "hw/common/clocked_module.h"
#include "hw/common/edge_watcher.h"
#include "testbench/parts/bench_clock.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Edges = std::vector<std::uint64_t>;

/// Does at each of its edges what it is told, and writes down which they were.
class Sleeper : public ClockedModule {
 public:
  using Rule = std::function<Cycles(Cycles now)>;
  Sleeper(ClockDomain& domain, Rule rule)
      : ClockedModule(sc_core::sc_gen_unique_name("sleeper"), domain), rule_(std::move(rule)) {}
  using ClockedModule::kUntilWoken;
  using ClockedModule::wake;

  Edges ticks;
  Edges resets;

 private:
  Cycles tick(Cycles now) override {
    ticks.push_back(now.count());
    return rule_(now);
  }
  void reset() override { resets.push_back(domain().cycle_now().count()); }

  Rule rule_;
};

Sleeper::Rule sleep_until_woken() {
  return [](Cycles) { return Cycles::max(); };
}

}  // namespace

TEST_CASE("ClockDomain: edge 0 is one of reset, and at edge 1 every module runs", "[CLOCK-2][DOMAIN-1]") {
  BenchClock clock;
  Sleeper first(clock.domain, sleep_until_woken());
  Sleeper second(clock.domain, [](Cycles now) { return now + Cycles{1}; });
  while (clock.next_edge() < 5) clock.step();
  CHECK(first.resets == Edges{0});
  CHECK(first.ticks == Edges{1});
  CHECK(second.resets == Edges{0});
  CHECK(second.ticks == Edges{1, 2, 3, 4});
}

TEST_CASE("ClockDomain: a module runs at the edges it asks for and at no other, however far ahead they are",
          "[DOMAIN-2]") {
  BenchClock clock;
  Dice dice(1);
  const std::vector<int> reaches = {1, 2, 10, 62, 63, 64, 65, 127, 128, 129, 700, 5000};
  std::vector<Edges> asked(70);
  std::vector<std::unique_ptr<Sleeper>> sleepers;
  for (Edges& mine : asked) {
    mine = {1};
    sleepers.push_back(std::make_unique<Sleeper>(clock.domain, [&](Cycles now) {
      const Cycles next =
          now + Cycles{static_cast<std::uint64_t>(dice.between(1, reaches[static_cast<std::size_t>(dice.below(12))]))};
      mine.push_back(next.count());
      return next;
    }));
  }
  constexpr std::uint64_t kLast = 20'000;
  while (clock.next_edge() <= kLast) clock.step();
  for (std::size_t i = 0; i < asked.size(); ++i) {
    CAPTURE(i);
    while (asked[i].back() > kLast) asked[i].pop_back();
    CHECK(sleepers[i]->ticks == asked[i]);
  }
}

TEST_CASE("ClockDomain: modules run in the order in which they were made", "[DOMAIN-1]") {
  BenchClock clock;
  std::vector<int> order;
  std::vector<std::unique_ptr<Sleeper>> sleepers;
  for (int i = 0; i < 130; ++i) {
    sleepers.push_back(std::make_unique<Sleeper>(clock.domain, [&order, i](Cycles now) {
      order.push_back(i);
      return now + Cycles{static_cast<std::uint64_t>(1 + (i * 7 + static_cast<int>(now.count())) % 5)};
    }));
  }
  for (int step = 0; step < 50; ++step) {
    order.clear();
    clock.step();
    CHECK(std::is_sorted(order.begin(), order.end()));
  }
  CHECK(order.size() > 10);
}

TEST_CASE("ClockDomain: what is woken during a cycle runs at the next edge, once, and a far waking still comes",
          "[DOMAIN-4]") {
  BenchClock clock;
  Sleeper sleeper(clock.domain, [](Cycles now) { return now < Cycles{400} ? Cycles{400} : Cycles::max(); });
  Sleeper never(clock.domain, sleep_until_woken());
  for (const std::uint64_t cycle : {20U, 21U, 290U, 380U, 500U}) {
    while (clock.next_edge() <= cycle) clock.step();
    sleeper.wake();
    sleeper.wake();
  }
  while (clock.next_edge() <= 600) clock.step();
  CHECK(sleeper.ticks == Edges{1, 21, 22, 291, 381, 400, 501});
  CHECK(never.ticks == Edges{1});
}

TEST_CASE("ClockDomain: what is woken at the very time of an edge runs at the one after", "[DOMAIN-7]") {
  BenchClock clock;
  Sleeper sleeper(clock.domain, sleep_until_woken());
  sc_core::sc_start(to_sc_time(BenchClock::kPeriod * 10));
  sleeper.wake();
  sc_core::sc_start(to_sc_time(BenchClock::kPeriod * 10));
  CHECK(sleeper.ticks == Edges{1, 11});
}

TEST_CASE("ClockDomain: takes no time step while all modules sleep", "[DOMAIN-5]") {
  BenchClock clock;
  Sleeper sleeper(clock.domain, [](Cycles now) { return now == Cycles{1} ? Cycles{50} : Cycles::max(); });
  clock.step();
  clock.step();
  CHECK(sc_core::sc_time_to_pending_activity() == to_sc_time(BenchClock::kPeriod * 50) - sc_core::sc_time_stamp());
  while (clock.next_edge() <= 50) clock.step();
  CHECK_FALSE(sc_core::sc_pending_activity());
  sleeper.wake();
  CHECK(sc_core::sc_pending_activity());
}

TEST_CASE("ClockDomain: a watcher sees every edge that is executed before its modules run, and every reset",
          "[DOMAIN-5]") {
  struct Watcher final : EdgeWatcher {
    explicit Watcher(Sleeper& of) : module(of) {}
    void edge_comes(Cycles now) override {
      edges.push_back(now.count());
      before = before && (module.ticks.empty() || module.ticks.back() < now.count());
    }
    void reset_has_been(Cycles now) override { resets.push_back(now.count()); }
    Sleeper& module;
    Edges edges;
    Edges resets;
    bool before = true;
  };
  BenchClock clock;
  Sleeper sleeper(clock.domain, [](Cycles now) { return now + Cycles{3}; });
  Watcher watcher(sleeper);
  clock.domain.watch(watcher);
  for (int edge = 0; edge < 12; ++edge) clock.step();
  CHECK(watcher.before);
  CHECK(watcher.edges == sleeper.ticks);
  CHECK(watcher.edges.size() == 4);
  CHECK(watcher.resets == Edges{0});
}

TEST_CASE("ClockDomain: reset in mid-run lasts as many edges as asked for and forgets all waking", "[DOMAIN-6]") {
  BenchClock clock;
  Sleeper sleeper(clock.domain, [](Cycles now) { return now + Cycles{now < Cycles{10} ? 15U : 200U}; });
  Sleeper idle(clock.domain, sleep_until_woken());
  while (clock.next_edge() <= 20) clock.step();
  CHECK(sleeper.ticks == Edges{1, 16});
  clock.domain.reset(3);
  CHECK(clock.domain.in_reset());
  while (clock.next_edge() <= 300) clock.step();
  CHECK_FALSE(clock.domain.in_reset());
  CHECK(sleeper.resets == Edges{0, 21, 22, 23});
  CHECK(sleeper.ticks == Edges{1, 16, 24, 224});
  CHECK(idle.ticks == Edges{1, 24});
}

}  // namespace tactus
