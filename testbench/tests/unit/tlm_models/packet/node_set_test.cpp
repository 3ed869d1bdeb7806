#include "tlm_models/packet/node_set.h"

#include <random>
#include <set>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("NodeSet: visits every member once, by number, and is empty afterwards") {
  std::mt19937 random(7);
  for (const std::size_t nodes : {1U, 63U, 64U, 65U, 4096U, 4097U, 65536U}) {
    NodeSet set(nodes);
    for (int round = 0; round < 20; ++round) {
      std::set<std::size_t> members;
      for (std::size_t i = random() % 100; i > 0; --i) {
        const std::size_t node = random() % nodes;
        members.insert(node);
        set.add(node);
      }
      std::vector<std::size_t> visited;
      set.take([&](std::size_t node) { visited.push_back(node); });
      REQUIRE(visited == std::vector<std::size_t>(members.begin(), members.end()));
    }
  }
}

}  // namespace
}  // namespace tactus
