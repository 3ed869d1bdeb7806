#include "hw/router/graph_cycle.h"

#include <algorithm>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// Successors by vertex.
using Graph = std::vector<std::vector<int>>;

std::vector<int> cycle_of(const Graph& graph) {
  return find_cycle(static_cast<int>(graph.size()), [&graph](int vertex, std::vector<int>& list) {
    for (const int successor : graph[static_cast<std::size_t>(vertex)]) list.push_back(successor);
  });
}

bool has_edge(const Graph& graph, int from, int to) {
  const std::vector<int>& list = graph[static_cast<std::size_t>(from)];
  return std::find(list.begin(), list.end(), to) != list.end();
}

/// Edges on a shortest way from each vertex back to itself, 0 if there is none, by Floyd and Warshall.
std::vector<int> lengths_back(const Graph& graph) {
  constexpr int kFar = 1'000'000;
  const std::size_t vertices = graph.size();
  std::vector<std::vector<int>> far(vertices, std::vector<int>(vertices, kFar));
  for (std::size_t from = 0; from < vertices; ++from) {
    for (const int to : graph[from]) far[from][static_cast<std::size_t>(to)] = 1;
  }
  for (std::size_t by = 0; by < vertices; ++by) {
    for (std::size_t from = 0; from < vertices; ++from) {
      for (std::size_t to = 0; to < vertices; ++to)
        far[from][to] = std::min(far[from][to], far[from][by] + far[by][to]);
    }
  }
  std::vector<int> back;
  for (std::size_t i = 0; i < vertices; ++i) back.push_back(far[i][i] == kFar ? 0 : far[i][i]);
  return back;
}

TEST_CASE("Graph cycle: of random graphs it is a shortest one, from the lowest vertex that lies on any of those",
          "[ROUTE-39]") {
  Dice dice(7);
  int cyclic = 0;
  for (int i = 0; i < 4000; ++i) {
    const int vertices = dice.between(1, 14);
    Graph graph(static_cast<std::size_t>(vertices));
    for (int edge = dice.below(vertices * 2); edge > 0; --edge) {
      graph[static_cast<std::size_t>(dice.below(vertices))].push_back(dice.below(vertices));
    }
    const std::vector<int> back = lengths_back(graph);
    const auto shorter = [](int a, int b) { return a != 0 && (b == 0 || a < b); };
    const auto lowest = std::min_element(back.begin(), back.end(), shorter);
    const std::vector<int> cycle = cycle_of(graph);
    CAPTURE(i);
    REQUIRE(cycle.empty() == (*lowest == 0));
    if (cycle.empty()) continue;
    ++cyclic;
    CHECK(cycle.front() == lowest - back.begin());
    CHECK(static_cast<int>(cycle.size()) == *lowest);
    for (std::size_t k = 0; k < cycle.size(); ++k) CHECK(has_edge(graph, cycle[k], cycle[(k + 1) % cycle.size()]));
  }
  CHECK(cyclic > 1000);
  CHECK(cyclic < 3500);
}

TEST_CASE("Graph cycle: a chain of a million vertices is searched, and is a cycle when its end leads back") {
  constexpr int kVertices = 1'000'000;
  int back = kVertices;  // vertex that the last one leads to
  const auto successors = [&back](int vertex, std::vector<int>& list) {
    const int next = vertex + 1 < kVertices ? vertex + 1 : back;
    if (next < kVertices) list.push_back(next);
  };
  CHECK(find_cycle(kVertices, successors).empty());
  back = 5;
  const std::vector<int> cycle = find_cycle(kVertices, successors);
  REQUIRE(cycle.size() == kVertices - 5);
  CHECK(cycle.front() == 5);
}

}  // namespace
}  // namespace tactus
