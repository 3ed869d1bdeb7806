#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/route_links.h"
#include "tlm_models/flow/flow_topology_config.h"

namespace tactus {
namespace {

using Position = std::vector<int>;

const std::vector<std::vector<int>> kShapes = {{2, 2}, {5, 3}, {4, 4}, {7}, {3, 4, 5}, {2, 3, 4, 2}, {1, 6, 2}, {8, 1}};

FlowTopologyConfig config_of(FlowTopologyKind kind, const std::vector<int>& dimensions) {
  FlowTopologyConfig config;
  config.kind = kind;
  config.dimensions = dimensions;
  return config;
}

Position position(int node, const std::vector<int>& dimensions) {
  Position at;
  for (const int size : dimensions) {
    at.push_back(node % size);
    node /= size;
  }
  return at;
}

std::string name(const Position& at) {
  std::string text;
  for (const int x : at) text += (text.empty() ? "(" : ",") + std::to_string(x);
  return text + ")";
}

std::string letter(std::size_t d) { return d < 3 ? std::string(1, "xyz"[d]) : "dimension_" + std::to_string(d); }

/// The way a message goes, step by step from node to node, in the dimensions that `order` names.
std::vector<std::string> walk(Position at, const Position& to, const FlowTopologyConfig& config,
                              const std::vector<std::size_t>& order) {
  std::vector<std::string> names;
  for (const std::size_t d : order) {
    const int n = config.dimensions[d];
    const bool wraps = config.kind == FlowTopologyKind::kTorus && (config.wraps.empty() || config.wraps[d]);
    bool plus = to[d] > at[d];
    if (wraps && 2 * std::abs(to[d] - at[d]) > n) plus = !plus;
    if (2 * std::abs(to[d] - at[d]) == n) plus = wraps || plus;
    while (at[d] != to[d]) {
      names.push_back(name(at) + (plus ? " plus_" : " minus_") + letter(d));
      at[d] = (at[d] + (plus ? 1 : n - 1)) % n;
    }
  }
  return names;
}

/// Follows every route of a network, which has as many links as its rings and rows.
void check_all_pairs(const FlowTopologyConfig& config) {
  const std::vector<int>& dimensions = config.dimensions;
  std::vector<std::size_t> order(config.order.begin(), config.order.end());
  for (std::size_t d = order.size(); d < dimensions.size(); ++d) order.push_back(d);
  const auto topology = make_flow_topology(config);
  std::set<std::string> passed;
  for (int from = 0; from < topology->nodes(); ++from) {
    for (int to = 0; to < topology->nodes(); ++to) {
      if (from == to) continue;
      const auto expected = walk(position(from, dimensions), position(to, dimensions), config, order);
      REQUIRE(route_names(*topology, {from, 0}, {to, 0}) == expected);
      REQUIRE(topology->hops({from, 0}, {to, 0}) == static_cast<int>(expected.size()));
      passed.insert(expected.begin(), expected.end());
    }
  }
  // Of two nodes in a ring the second link each way is for those who ask for it.
  if (*std::min_element(dimensions.begin(), dimensions.end()) > 2) {
    REQUIRE(static_cast<int>(passed.size()) == topology->links());
  }
}

void check_all_pairs(FlowTopologyKind kind) {
  for (const std::vector<int>& dimensions : kShapes) check_all_pairs(config_of(kind, dimensions));
}

TEST_CASE("Flow torus: a route goes link by link the shorter way round, dimension by dimension",
          "[TOPOLOGY-1][TOPOLOGY-2][TOPOLOGY-3][TOPOLOGY-5][FLUID-8]") {
  check_all_pairs(FlowTopologyKind::kTorus);
}

TEST_CASE("Flow mesh: a route goes link by link straight to its destination, dimension by dimension",
          "[TOPOLOGY-1][TOPOLOGY-3][TOPOLOGY-5]") {
  check_all_pairs(FlowTopologyKind::kMesh);
}

TEST_CASE("Flow torus: any of its dimensions can be rows, and routes take them in any order",
          "[TOPOLOGY-5][TOPOLOGY-12][FLUID-8]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Dice dice(seed);
    FlowTopologyConfig config = config_of(FlowTopologyKind::kTorus, {});
    const int dimensions = dice.between(1, 4);
    for (int d = 0; d < dimensions; ++d) {
      config.dimensions.push_back(dice.between(2, dimensions == 1 ? 20 : 5));
      config.wraps.push_back(dice.chance(50));
      config.order.insert(config.order.begin() + dice.below(d + 1), d);
    }
    CAPTURE(seed);
    REQUIRE(validate(config).empty());
    check_all_pairs(config);
  }
}

TEST_CASE("FlowTorus: links with a speed of their own are those from a node in a direction, also where a ring closes",
          "[FLUID-32]") {
  FlowTopologyConfig config = config_of(FlowTopologyKind::kTorus, {5, 1, 4});
  config.extra_delays = {Picoseconds{100}, Picoseconds{7}, Picoseconds{30}};
  const auto own = [](int node, std::size_t dimension, bool plus, std::uint64_t bandwidth, std::uint64_t delay) {
    return FlowLinkSpeed{node, dimension, plus, BytesPerSecond{bandwidth}, Picoseconds{delay}};
  };
  config.own_links = {own(4, 0, true, 1'000'000'000, 5), own(0, 0, false, 2'000'000'000, 6),
                      own(7, 2, false, 3'000'000'000, 0)};
  REQUIRE(validate(config).empty());
  const auto topology = make_flow_topology(config);
  REQUIRE(topology->delays_differ());
  const std::map<std::string, std::pair<double, std::uint64_t>> owns = {
      {"(4,0,0) plus_x", {1e-3, 5}}, {"(0,0,0) minus_x", {2e-3, 6}}, {"(2,0,1) minus_z", {3e-3, 0}}};
  for (LinkId link = 0; link < topology->links(); ++link) {
    const std::string name = topology->link_name(link);
    CAPTURE(name);
    const auto found = owns.find(name);
    const std::uint64_t of_dimension = name.back() == 'x' ? 100 : name.back() == 'z' ? 30 : 0;
    const auto expected = found != owns.end() ? found->second : std::pair{4e-3, of_dimension};
    CHECK(topology->bandwidth(link) == Approx(expected.first));
    CHECK(topology->extra_delay({link, 1}).count() == expected.second);
  }
  CHECK(topology->extra_delay({0, 5}).count() == 4 * 100 + 5);
  CHECK_FALSE(make_flow_topology(config_of(FlowTopologyKind::kTorus, {5, 1, 4}))->delays_differ());
}

TEST_CASE("Flow torus: a route has at most two runs in each dimension") {
  const auto topology = make_flow_topology(config_of(FlowTopologyKind::kTorus, {7, 6}));
  for (int from = 0; from < 42; ++from) {
    for (int to = 0; to < 42; ++to) {
      if (from == to) continue;
      std::vector<LinkRun> runs;
      topology->route({from, 0}, {to, 0}, runs);
      REQUIRE(runs.size() <= 4);
    }
  }
}

TEST_CASE("Flow torus: the sender's tie bits choose the minus way at half a ring only", "[TOPOLOGY-6]") {
  const auto topology = make_flow_topology(config_of(FlowTopologyKind::kTorus, {4, 6}));
  const Endpoint from{0, 0, 0b10};
  CHECK(route_names(*topology, from, {2 + 3 * 4, 0}) ==
        std::vector<std::string>{"(0,0) plus_x", "(1,0) plus_x", "(2,0) minus_y", "(2,5) minus_y", "(2,4) minus_y"});
  CHECK(route_names(*topology, from, {2 * 4, 0}) == std::vector<std::string>{"(0,0) plus_y", "(0,1) plus_y"});
}

TEST_CASE("Flow torus: alternating ties load both ways of a ring alike in an all-to-all exchange",
          "[key:flow.tie_break][TOPOLOGY-7][FLUID-18]") {
  FlowTopologyConfig config = config_of(FlowTopologyKind::kTorus, {6, 4});
  config.tie = FlowTie::kAlternate;
  const auto topology = make_flow_topology(config);
  std::vector<int> load(static_cast<std::size_t>(topology->links()), 0);
  for (int from = 0; from < 24; ++from) {
    for (int to = 0; to < 24; ++to) {
      if (from == to) continue;
      for (const LinkId link : route_links(*topology, {from, 0}, {to, 0})) ++load[static_cast<std::size_t>(link)];
    }
  }
  // n^2/8 messages of a ring's own nodes pass each link, for each of the nodes that share a coordinate.
  for (LinkId link = 0; link < topology->links(); ++link) {
    const bool in_x = topology->link_name(link).back() == 'x';
    const double expected = in_x ? 6 * 6 / 8.0 * 4 : 4 * 4 / 8.0 * 6;
    CHECK(load[static_cast<std::size_t>(link)] == Approx(expected).margin(in_x ? 2.0 : 0.0));
  }
}

TEST_CASE("Hyper-crossbar: a route passes the crossbar of each dimension in which source and destination differ",
          "[TOPOLOGY-3][TOPOLOGY-10]") {
  for (const std::vector<int>& dimensions : kShapes) {
    const auto topology = make_flow_topology(config_of(FlowTopologyKind::kHyperCrossbar, dimensions));
    for (int from = 0; from < topology->nodes(); ++from) {
      for (int to = 0; to < topology->nodes(); ++to) {
        if (from == to) continue;
        Position at = position(from, dimensions);
        const Position end = position(to, dimensions);
        std::vector<std::string> expected;
        for (std::size_t d = 0; d < dimensions.size(); ++d) {
          if (at[d] == end[d]) continue;
          expected.push_back(name(at) + " to crossbar_" + letter(d));
          at[d] = end[d];
          expected.push_back(name(at) + " from crossbar_" + letter(d));
        }
        REQUIRE(route_names(*topology, {from, 0}, {to, 0}) == expected);
        REQUIRE(topology->hops({from, 0}, {to, 0}) == static_cast<int>(expected.size()) / 2);
      }
    }
  }
}

TEST_CASE("Flow grids: links of a dimension have that dimension's bandwidth",
          "[key:flow.bandwidth][key:flow.dimensions][TOPOLOGY-4][FLUID-17]") {
  for (const auto kind : {FlowTopologyKind::kTorus, FlowTopologyKind::kMesh, FlowTopologyKind::kHyperCrossbar}) {
    FlowTopologyConfig config = config_of(kind, {3, 4});
    config.bandwidths = {BytesPerSecond{1'000'000'000}, BytesPerSecond{2'000'000'000}};
    const auto topology = make_flow_topology(config);
    REQUIRE(topology->links() == (kind == FlowTopologyKind::kMesh ? 2 * (2 * 4 + 3 * 3) : 48));
    for (LinkId link = 0; link < topology->links(); ++link) {
      CHECK(topology->bandwidth(link) == Approx(topology->link_name(link).back() == 'x' ? 1e-3 : 2e-3));
    }
  }
}

}  // namespace
}  // namespace tactus
