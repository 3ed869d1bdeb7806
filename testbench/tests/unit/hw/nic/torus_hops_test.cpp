#include <queue>
#include <vector>

#include "hw/common/network_shape.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;

TEST_CASE("NetworkShape: hops is the length of a shortest way, found by breadth-first search", "[ROUTE-5]") {
  for (const NetworkShape shape :
       {NetworkShape{2, 2}, NetworkShape{2, 5}, NetworkShape{4, 3}, NetworkShape{8, 8}, NetworkShape{9, 7}}) {
    for (int source = 0; source < shape.nodes(); ++source) {
      std::vector<int> distance(static_cast<std::size_t>(shape.nodes()), -1);
      std::queue<int> frontier;
      distance[static_cast<std::size_t>(source)] = 0;
      frontier.push(source);
      while (!frontier.empty()) {
        const int node = frontier.front();
        frontier.pop();
        for (int d = 0; d < kTorusPorts; ++d) {
          const int next = shape.node(shape.neighbour(shape.coordinate(node), static_cast<Direction>(d)));
          if (distance[static_cast<std::size_t>(next)] >= 0) continue;
          distance[static_cast<std::size_t>(next)] = distance[static_cast<std::size_t>(node)] + 1;
          frontier.push(next);
        }
      }
      for (int node = 0; node < shape.nodes(); ++node) {
        REQUIRE(shape.hops(shape.coordinate(source), shape.coordinate(node)) ==
                distance[static_cast<std::size_t>(node)]);
      }
    }
  }
}
