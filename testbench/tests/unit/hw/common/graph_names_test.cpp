#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/common/network_graphs.h"
#include "hw/common/network_shape.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// Shortest ways between all pairs, by Floyd and Warshall.
std::vector<std::vector<int>> all_distances(const NetworkGraph& graph) {
  const auto nodes = static_cast<std::size_t>(graph.nodes());
  std::vector<std::vector<int>> far(nodes, std::vector<int>(nodes, graph.nodes()));
  for (std::size_t node = 0; node < nodes; ++node) far[node][node] = 0;
  for (const auto& [a, b] : graph.cables()) {
    far[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = 1;
    far[static_cast<std::size_t>(b)][static_cast<std::size_t>(a)] = 1;
  }
  for (std::size_t k = 0; k < nodes; ++k) {
    for (std::size_t a = 0; a < nodes; ++a) {
      for (std::size_t b = 0; b < nodes; ++b) far[a][b] = std::min(far[a][b], far[a][k] + far[k][b]);
    }
  }
  return far;
}

void check_hops(const NetworkGraph& graph) {
  const auto far = all_distances(graph);
  const NetworkShape shape = NetworkShape::of_graph(&graph);
  bool all = true;
  for (int a = 0; a < graph.nodes(); ++a) {
    for (int b = 0; b < graph.nodes(); ++b) {
      const int expected = far[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
      all = all && graph.hops(a, b) == expected && shape.hops(shape.coordinate(a), shape.coordinate(b)) == expected;
    }
  }
  CHECK(all);
}

}  // namespace

TEST_CASE("Network graph: hops are the links of a shortest way between any two nodes", "[RESULT-81]") {
  for (const GraphParts& parts :
       {fat_tree(2), k_ary_n_tree(3, 2), dragonfly(3, 1, 2), hyperx({3, 4}, 1), hyper_crossbar({3, 2, 2})}) {
    check_hops(*parts.keep());
  }
  // Hosts of two switches, one of one, and a row of switches.
  check_hops({2, 4, {{0, 2}, {0, 3}, {1, 5}, {2, 3}, {3, 4}, {4, 5}}});
  // Parts without a way between them.
  check_hops({2, 2, {{0, 2}, {1, 3}}});
}

TEST_CASE("Network graph: nodes are hosts and switches, and a port has the name of the node behind it", "[RESULT-80]") {
  const NetworkGraph graph(2, 300, [] {
    std::vector<GraphCable> cables = {{0, 2}, {1, 301}};
    for (int node = 2; node < 301; ++node) cables.emplace_back(node, node + 1);
    return cables;
  }());
  const NetworkShape shape = NetworkShape::of_graph(&graph);
  for (int node = 0; node < graph.nodes(); ++node) {
    const Coordinate at = shape.coordinate(node);
    const std::string name = node < 2 ? "host " + std::to_string(node) : "switch " + std::to_string(node - 2);
    REQUIRE(shape.text(at) == name);
    std::vector<int> neighbours;
    for (int port = 0; port < shape.directions(); ++port) {
      const int other = graph.neighbour(node, port);
      if (other < 0) {
        CHECK(shape.side_name(at, port) == "port_" + std::to_string(port));
        CHECK(shape.side_text(at, port) == "no cable");
        continue;
      }
      neighbours.push_back(other);
      std::string behind = shape.text(shape.coordinate(other));
      CHECK(shape.side_text(at, port) == behind);
      CHECK(shape.output_text(at, port) == "to " + behind);
      CHECK(shape.link_text(at, port) == fmt::format("{} to {}", name, behind));
      std::replace(behind.begin(), behind.end(), ' ', '_');
      CHECK(shape.side_name(at, port) == behind);
    }
    CHECK(neighbours.size() == (node < 2 ? 1 : 2));
    CHECK(shape.link_text(at, shape.directions() + 1) == name + " nic_1");
  }
  const NetworkShape torus({4, 4});
  CHECK(torus.link_text({1, 2}, 3) == "(1,2) minus_y");
  CHECK(torus.link_text({1, 2}, 4) == "(1,2) nic_0");
  CHECK(torus.side_name({1, 2}, 0) == "plus_x");
}

TEST_CASE("Network graph: the ports of its cables tell the graph, and one that lacks an end of a cable is refused",
          "[RESULT-80]") {
  const NetworkGraph& graph = *dragonfly(3, 1, 2).keep();
  std::vector<int> neighbours;
  for (int node = 0; node < graph.nodes(); ++node) {
    for (int port = 0; port < 2 * graph.dimensions(); ++port) neighbours.push_back(graph.neighbour(node, port));
  }
  const NetworkGraph* again = NetworkGraph::keep_laid_out(graph.hosts(), graph.dimensions(), neighbours);
  CHECK(again->nodes() == graph.nodes());
  CHECK(again->cables().size() == graph.cables().size());
  for (int node = 0; node < graph.nodes(); ++node) {
    CHECK(again->height(node) == graph.height(node));
    CHECK(again->ports(node) == graph.ports(node));
    for (const int port : graph.ports(node)) CHECK(again->neighbour(node, port) == graph.neighbour(node, port));
  }
  CHECK(NetworkGraph::keep_laid_out(graph.hosts(), graph.dimensions(), neighbours) == again);
  const auto end = std::find_if(neighbours.begin(), neighbours.end(), [](int other) { return other >= 0; });
  *end = -1;
  CHECK_THROWS_AS(NetworkGraph::keep_laid_out(graph.hosts(), graph.dimensions(), neighbours), std::out_of_range);
}

}  // namespace tactus
