#include "testbench/app/attribution/event_tree.h"

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

std::vector<std::uint64_t> way_back(const EventTree<PathEvent>& tree, Mark mark) {
  std::vector<std::uint64_t> cycles;
  for (; mark != kNoMark; mark = tree[mark].cause) cycles.push_back(tree[mark].time);
  return cycles;
}

}  // namespace

TEST_CASE("EventTree: what nothing leads back to is forgotten, and every way back stays", "[ATTRIBUTION-9]") {
  Dice dice(5);
  EventTree<PathEvent> tree;
  std::vector<Mark> held(8, kNoMark);
  for (std::uint64_t cycle = 1; cycle <= 5'000; ++cycle) {
    const auto who = static_cast<std::size_t>(dice.below(8));
    const auto cause = static_cast<std::size_t>(dice.below(8));
    held[who] = tree.add({cycle, held[cause], LatencyPart::kLink, {}});
  }
  std::vector<std::vector<std::uint64_t>> before;
  for (const Mark mark : held) before.push_back(way_back(tree, mark));
  REQUIRE(tree.size() == 5'000);
  tree.keep([&](auto&& change) {
    for (Mark& mark : held) change(mark);
  });
  CHECK(tree.size() < 2'000);
  for (std::size_t i = 0; i < held.size(); ++i) CHECK(way_back(tree, held[i]) == before[i]);
}

}  // namespace tactus
