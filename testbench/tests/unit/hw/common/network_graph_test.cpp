#include "hw/common/network_graph.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "hw/common/link_groups.h"
#include "hw/common/machine_config.h"
#include "hw/common/network_graphs.h"
#include "hw/common/network_shape.h"
#include "testbench/parts/random_graph.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

std::vector<int> degrees(const NetworkGraph& graph) {
  std::vector<int> list(static_cast<std::size_t>(graph.nodes()));
  for (const auto& [a, b] : graph.cables()) {
    ++list[static_cast<std::size_t>(a)];
    ++list[static_cast<std::size_t>(b)];
  }
  return list;
}

/// Longest of the shortest ways between hosts.
int diameter(const NetworkGraph& graph) {
  int longest = 0;
  for (int a = 0; a < graph.hosts(); ++a) {
    for (int b = 0; b < graph.hosts(); ++b) longest = std::max(longest, graph.hops(a, b));
  }
  return longest;
}

/// Every cable is at a plus port of one end and at the minus port of the same dimension of the other, and nothing else
/// is at any port.
void require_laid_out(const NetworkGraph& graph) {
  std::map<GraphCable, int> left;
  for (const auto& [a, b] : graph.cables()) ++left[std::minmax(a, b)];
  const NetworkShape shape = NetworkShape::of_graph(&graph);
  for (int node = 0; node < graph.nodes(); ++node) {
    for (int port = 0; port < shape.directions(); ++port) {
      const auto direction = static_cast<Direction>(port);
      const Coordinate here = shape.coordinate(node);
      REQUIRE(shape.has_link(here, direction) == (graph.neighbour(node, port) >= 0));
      if (graph.neighbour(node, port) < 0) continue;
      REQUIRE(shape.neighbour(shape.neighbour(here, direction), opposite(direction)) == here);
      if (port % 2 == 0) --left[std::minmax(node, graph.neighbour(node, port))];
    }
    const std::vector<int>& ports = graph.ports(node);
    for (std::size_t i = 1; i < ports.size(); ++i) {
      REQUIRE(graph.neighbour(node, ports[i - 1]) < graph.neighbour(node, ports[i]));
    }
  }
  for (const auto& each : left) REQUIRE(each.second == 0);
}

}  // namespace

TEST_CASE("NetworkGraph: lays out the cables of any graph in half the largest number of them at a node", "[GRAPH-2]") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Dice dice(seed);
    const GraphParts parts = random_graph(dice, dice.between(2, 40), dice.between(1, kMaxDirections));
    const NetworkGraph graph(parts.hosts, parts.switches, parts.cables);
    CAPTURE(seed, parts.hosts, parts.switches, parts.cables.size());
    const std::vector<int> all = degrees(graph);
    REQUIRE(graph.dimensions() == std::max(1, (*std::max_element(all.begin(), all.end()) + 1) / 2));
    require_laid_out(graph);
  }
}

TEST_CASE("Graphs: trees have the switches, cables and ways of their papers", "[GRAPH-3]") {
  for (const int p : {1, 2, 3, 6, 12}) {
    const GraphParts parts = fat_tree(p);
    CAPTURE(p);
    CHECK(parts.hosts == 2 * p * p * p);
    CHECK(parts.switches == 5 * p * p);
    const NetworkGraph graph(parts.hosts, parts.switches, parts.cables, parts.levels);
    require_laid_out(graph);
    const std::vector<int> all = degrees(graph);
    for (int node = 0; node < graph.nodes(); ++node)
      REQUIRE(all[static_cast<std::size_t>(node)] == (node < graph.hosts() ? 1 : 2 * p));
    CHECK(diameter(graph) == 6);
  }
  for (const auto& [k, n] : {std::pair(2, 1), std::pair(2, 4), std::pair(3, 3), std::pair(4, 3), std::pair(5, 2)}) {
    const GraphParts parts = k_ary_n_tree(k, n);
    const NetworkGraph graph(parts.hosts, parts.switches, parts.cables, parts.levels);
    CAPTURE(k, n);
    int hosts = 1;
    for (int i = 0; i < n; ++i) hosts *= k;
    CHECK(parts.hosts == hosts);
    CHECK(parts.switches == n * hosts / k);
    CHECK(static_cast<int>(parts.cables.size()) == n * hosts);
    CHECK(diameter(graph) == 2 * n);
    for (const auto& [a, b] : graph.cables()) CHECK(graph.height(b) == graph.height(a) + 1);
    require_laid_out(graph);
  }
}

TEST_CASE("Graphs: dragonflies join any two groups by one cable, grids all switches of a row", "[GRAPH-3]") {
  for (const auto& [a, h, p] : {std::array{4, 2, 2}, std::array{2, 1, 1}, std::array{1, 3, 2}, std::array{6, 3, 3}}) {
    const GraphParts parts = dragonfly(a, h, p);
    CAPTURE(a, h, p);
    const int groups = a * h + 1;
    CHECK(parts.switches == groups * a);
    CHECK(parts.hosts == groups * a * p);
    const NetworkGraph graph(parts.hosts, parts.switches, parts.cables);
    std::set<GraphCable> joined;
    for (const auto& [x, y] : parts.cables) {
      if (x < parts.hosts) continue;
      const GraphCable between = std::minmax((x - parts.hosts) / a, (y - parts.hosts) / a);
      if (between.first != between.second) CHECK(joined.insert(between).second);
    }
    CHECK(static_cast<int>(joined.size()) == groups * (groups - 1) / 2);
    const std::vector<int> all = degrees(graph);
    CHECK(std::all_of(all.begin() + parts.hosts, all.end(),
                      [&, a = a, h = h, p = p](int d) { return d == a - 1 + h + p; }));
    CHECK(diameter(graph) <= 5);
    require_laid_out(graph);
  }
  const GraphParts grid = hyperx({3, 4}, 2);
  CHECK(grid.switches == 12);
  CHECK(grid.hosts == 24);
  CHECK(static_cast<int>(grid.cables.size()) == 24 + 12 * (2 + 3) / 2);
  CHECK(diameter(NetworkGraph(grid.hosts, grid.switches, grid.cables)) == 4);
  const GraphParts crossbars = hyper_crossbar({3, 4});
  CHECK(crossbars.hosts == 12);
  CHECK(crossbars.switches == 4 + 3);
  CHECK(diameter(NetworkGraph(crossbars.hosts, crossbars.switches, crossbars.cables)) == 4);
}

TEST_CASE("NetworkShape: nodes of a graph have the digits of their numbers, and names", "[GRAPH-1]") {
  const GraphParts parts = k_ary_n_tree(2, 3);
  const NetworkGraph* graph = parts.keep();
  CHECK(graph == k_ary_n_tree(2, 3).keep());
  CHECK(graph != k_ary_n_tree(3, 2).keep());
  const NetworkShape shape = NetworkShape::of_graph(graph);
  CHECK(shape.nodes() == 20);
  CHECK(shape.hosts() == 8);
  CHECK(shape.text() == "8 hosts and 12 switches");
  CHECK(shape.text(shape.coordinate(7)) == "host 7");
  CHECK(shape.text(shape.coordinate(8)) == "switch 0");
  CHECK(shape.node_name(shape.coordinate(19)) == "switch_11");
  CHECK_FALSE(shape.contains({20, 0}));
  CHECK_FALSE(shape.contains({0, 1}));
  CHECK(shape.without_switches() == NetworkShape::of_numbers(8));
  const NetworkShape many = NetworkShape::of_numbers(70'000);
  for (const int node : {0, 255, 256, 65'535, 65'536, 69'999}) {
    const Coordinate at = many.coordinate(node);
    CHECK(many.node(at) == node);
    CHECK(Coordinate(NodePosition(at)) == at);
    CHECK(node_of_word(node_word(at, many.dimensions()), many.dimensions()) == at);
    CHECK(many.contains(at));
  }
  CHECK_FALSE(many.contains(many.coordinate(70'000)));
}

TEST_CASE("NetworkGraph: a machine has two hosts or more, and as many cables at a node as a router has ports",
          "[GRAPH-10]") {
  const auto fault_of = [](const GraphParts& parts) {
    MachineConfig config;
    config.network = NetworkShape::of_graph(parts.keep());
    config.router.virtual_channels = 1;
    const std::vector<ConfigFault> faults = validate(config);
    return faults.empty() ? std::string() : faults.front().message;
  };
  CHECK(fault_of(hyperx({2}, 1)).empty());
  CHECK(fault_of(hyperx({2}, 23)).empty());
  CHECK(fault_of(hyperx({2}, 62)) == "64 cables at a node: a router has ports for 62");
  CHECK(fault_of({1, 1, {{0, 1}}, {}}) == "1 hosts and 1 switches: a network has two hosts or more");
  MachineConfig config;
  config.network = NetworkShape::of_graph(hyperx({2}, 1).keep());
  CHECK(config.nics() == 1);
  config.link.overrides.emplace_back();
  config.link.overrides.front().dimension = 0;
  config.link.overrides.front().cable_delay = Picoseconds{1};
  REQUIRE(validate(config).size() == 1);
  CHECK(validate(config).front().message == "a graph has no dimensions: name cables");
}

TEST_CASE("LinkGroups: links of a graph by the height where they begin and the way that they lead", "[GRAPH-4]") {
  const NetworkShape tree = NetworkShape::of_graph(fat_tree(2).keep());
  const LinkGroups groups(tree);
  std::vector<std::string> names;
  int links = 0;
  for (int group = 0; group < groups.count(); ++group) {
    names.push_back(groups.name(group));
    CHECK(groups.links(group) == 16);
    links += groups.links(group);
  }
  CHECK(names == std::vector<std::string>{"up_0", "up_1", "down_1", "up_2", "down_2", "down_3"});
  CHECK(links == tree.links());
  const LinkGroups mesh(NetworkShape::of_graph(hyperx({3}, 2).keep()));
  CHECK(mesh.count() == 3);
  CHECK(mesh.name(1) == "across_1");
  CHECK(mesh.links(1) == 6);
  const LinkGroups torus(NetworkShape{3, 4});
  CHECK(torus.count() == 4);
  CHECK(torus.name(2) == "plus_y");
  CHECK(torus.of(5, 3) == 3);
}

}  // namespace tactus
