#include "tlm_models/packet/node_wheel.h"

#include <map>
#include <random>
#include <set>
#include <utility>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("NodeWheel: gives NICs and routers of each cycle by number, and none whose mark was taken back") {
  std::mt19937 random(7);
  for (const std::size_t nodes : {1U, 63U, 64U, 65U, 4097U}) {
    NodeWheel wheel(nodes);
    using Marks = std::set<std::pair<NodePart, std::size_t>>;
    std::map<std::uint64_t, Marks> marked;  // by cycle
    const auto any_part = [&random] { return random() % 2 == 0 ? NodePart::kNic : NodePart::kRouter; };
    std::uint64_t now = 0;
    for (int round = 0; round < 2000; ++round) {
      for (std::size_t i = random() % 4; i > 0; --i) {
        const std::uint64_t cycle = now + 1 + random() % 1100;
        const NodePart part = any_part();
        const std::size_t node = random() % nodes;
        REQUIRE(wheel.beyond(cycle) == (cycle - now > NodeWheel::kCycles - 1));
        if (wheel.beyond(cycle)) continue;
        wheel.mark(part, node, cycle);
        marked[cycle].emplace(part, node);
      }
      if (!marked.empty() && random() % 3 == 0) {
        auto& [cycle, some] = *std::next(marked.begin(), static_cast<std::ptrdiff_t>(random() % marked.size()));
        wheel.unmark(some.begin()->first, some.begin()->second, cycle);
        some.erase(some.begin());
        if (some.empty()) marked.erase(cycle);
      }
      REQUIRE(wheel.next_cycle() == (marked.empty() ? NodeWheel::kNever : marked.begin()->first));
      if (marked.empty()) continue;
      now = marked.begin()->first;
      wheel.begin(now);
      const NodePart late_part = any_part();
      const std::size_t late = random() % nodes;
      wheel.add(late_part, late, now);
      marked[now].emplace(late_part, late);
      Marks visited;
      for (const NodePart part : {NodePart::kRouter, NodePart::kNic}) {
        std::size_t least = 0;
        wheel.take(part, now, [&](std::size_t node) {
          REQUIRE(node >= least);
          least = node + 1;
          visited.emplace(part, node);
        });
      }
      REQUIRE(visited == marked[now]);
      marked.erase(now);
    }
  }
}

}  // namespace
}  // namespace tactus
