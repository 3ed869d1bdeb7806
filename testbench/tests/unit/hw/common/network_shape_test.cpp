#include "hw/common/network_shape.h"

#include <queue>
#include <set>
#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// Tori, meshes and what is between them, of one to four dimensions.
const std::vector<NetworkShape> kShapes = {
    {2},
    {7},
    {8},
    NetworkShape({2}, {false}),
    NetworkShape({9}, {false}),
    {256},
    {2, 2},
    {2, 5},
    {4, 3},
    {8, 8},
    {9, 7},
    {{6, 5}, {false, false}},
    {{5, 6}, {true, false}},
    {{2, 2}, {false, true}},
    {3, 4, 5},
    {{4, 4, 3}, {false, true, false}},
    {{2, 3, 4}, {false, false, false}},
    {2, 3, 2, 4},
    {{3, 2, 4, 2}, {true, false, false, true}},
};

/// All pairs of neighbours by what a neighbour is: one place apart in one dimension, the ends of a ring too.
std::set<std::pair<int, int>> neighbours(const NetworkShape& shape) {
  std::set<std::pair<int, int>> pairs;
  for (int a = 0; a < shape.nodes(); ++a) {
    for (int b = 0; b < shape.nodes(); ++b) {
      int apart = 0;
      bool beside = true;
      for (int d = 0; d < kMaxDimensions; ++d) {
        const int by = shape.coordinate(a)[d] - shape.coordinate(b)[d];
        if (by == 0) continue;
        ++apart;
        const bool ends = shape.wraps(d) && (by == shape.size(d) - 1 || -by == shape.size(d) - 1);
        beside = beside && (by == 1 || by == -1 || ends);
      }
      if (apart == 1 && beside) pairs.insert({a, b});
    }
  }
  return pairs;
}

}  // namespace

TEST_CASE("NetworkShape: links lead to all neighbours and nowhere else, and back by the opposite direction",
          "[key:network.wrap]") {
  for (const NetworkShape& shape : kShapes) {
    CAPTURE(shape.text());
    std::set<std::pair<int, int>> linked;
    int links = 0;
    for (int node = 0; node < shape.nodes(); ++node) {
      const Coordinate here = shape.coordinate(node);
      REQUIRE((shape.contains(here) && shape.node(here) == node));
      for (int d = 0; d < shape.directions(); ++d) {
        const auto direction = static_cast<Direction>(d);
        if (!shape.has_link(here, direction)) continue;
        const Coordinate there = shape.neighbour(here, direction);
        REQUIRE(shape.has_link(there, opposite(direction)));
        REQUIRE(shape.neighbour(there, opposite(direction)) == here);
        linked.insert({node, shape.node(there)});
        ++links;
      }
    }
    CHECK(linked == neighbours(shape));
    CHECK(links == shape.links());
  }
}

TEST_CASE("NetworkShape: hops is the length of a shortest way, found by breadth-first search", "[ROUTE-5]") {
  for (const NetworkShape& shape : kShapes) {
    CAPTURE(shape.text());
    std::vector<std::vector<int>> beside(static_cast<std::size_t>(shape.nodes()));
    for (const auto& [a, b] : neighbours(shape)) beside[static_cast<std::size_t>(a)].push_back(b);
    for (int source = 0; source < shape.nodes(); ++source) {
      std::vector<int> distance(static_cast<std::size_t>(shape.nodes()), -1);
      std::queue<int> frontier;
      distance[static_cast<std::size_t>(source)] = 0;
      frontier.push(source);
      while (!frontier.empty()) {
        const int node = frontier.front();
        frontier.pop();
        for (const int next : beside[static_cast<std::size_t>(node)]) {
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

TEST_CASE("NetworkShape: the largest network has 2^20 nodes, numbered with the first dimension fastest") {
  for (const NetworkShape& shape : {NetworkShape{256, 256, 16}, {32, 32, 32, 32}, {256, 2, 8, 256}}) {
    CAPTURE(shape.text());
    REQUIRE(shape.nodes() == 1 << 20);
    int node = 0;
    Coordinate c;
    for (c.set(3, 0); c[3] < shape.size(3); c.set(3, c[3] + 1)) {
      for (c.set(2, 0); c[2] < shape.size(2); c.set(2, c[2] + 1)) {
        for (c.set(1, 0); c[1] < shape.size(1); c.set(1, c[1] + 1)) {
          for (c.set(0, 0); c[0] < shape.size(0); c.set(0, c[0] + 1)) {
            if (shape.node(c) != node || shape.coordinate(node) != c) FAIL("node " << node);
            ++node;
          }
        }
      }
    }
    CHECK(node == shape.nodes());
  }
}

}  // namespace tactus
