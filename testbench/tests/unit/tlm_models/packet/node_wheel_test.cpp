#include "tlm_models/packet/node_wheel.h"

#include <map>
#include <random>
#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("NodeWheel: gives the nodes of each cycle by number, and none whose mark was taken back") {
  std::mt19937 random(7);
  for (const std::size_t nodes : {1U, 63U, 64U, 65U, 4097U}) {
    NodeWheel wheel(nodes);
    std::map<std::uint64_t, std::set<std::size_t>> marked;  // by cycle
    std::uint64_t now = 0;
    for (int round = 0; round < 2000; ++round) {
      for (std::size_t i = random() % 4; i > 0; --i) {
        const std::uint64_t cycle = now + 1 + random() % 1100;
        const std::size_t node = random() % nodes;
        REQUIRE(wheel.beyond(cycle) == (cycle - now > NodeWheel::kCycles - 1));
        if (wheel.beyond(cycle)) continue;
        wheel.mark(node, cycle);
        marked[cycle].insert(node);
      }
      if (!marked.empty() && random() % 3 == 0) {
        auto& [cycle, some] = *std::next(marked.begin(), static_cast<std::ptrdiff_t>(random() % marked.size()));
        wheel.unmark(*some.begin(), cycle);
        some.erase(some.begin());
        if (some.empty()) marked.erase(cycle);
      }
      REQUIRE(wheel.next_cycle() == (marked.empty() ? NodeWheel::kNever : marked.begin()->first));
      if (marked.empty()) continue;
      now = marked.begin()->first;
      wheel.begin(now);
      const std::size_t late = random() % nodes;
      wheel.add(late, now);
      marked[now].insert(late);
      std::vector<std::size_t> visited;
      wheel.take(now, [&](std::size_t node) { visited.push_back(node); });
      REQUIRE(visited == std::vector<std::size_t>(marked[now].begin(), marked[now].end()));
      marked.erase(now);
    }
  }
}

}  // namespace
}  // namespace tactus
