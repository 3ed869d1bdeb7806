// Ways through graphs of hosts and switches.
#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "hw/common/network_graphs.h"
#include "hw/router/dependency_graph.h"
#include "hw/router/live_network.h"
#include "hw/router/network_follower.h"
#include "hw/router/route_draw.h"
#include "hw/router/route_function.h"
#include "testbench/parts/random_graph.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

MachineConfig machine_on_graph(const GraphParts& parts, const RoutingName& routing, int virtual_channels = 2) {
  MachineConfig config;
  config.network = NetworkShape::of_graph(parts.keep());
  config.router.routing = routing;
  config.router.virtual_channels = virtual_channels;
  return config;
}

/// A link of a way, and the VCs that may be taken of it.
struct GraphLink {
  int node = 0;
  int to = 0;
  unsigned vcs = 0;
};

/// The way of a packet that takes the lowest VC that it may.
std::vector<GraphLink> graph_way(const MachineConfig& config, const RouteFunction& routes, int from, int to) {
  const NetworkShape& shape = config.network;
  RouteHeader header;
  header.source = shape.coordinate(from);
  header.destination = shape.coordinate(to);
  std::vector<GraphLink> way;
  int in_port = config.ports().nic_port(0);
  int vc = 0;
  for (int node = from; node != to && way.size() < 100;) {
    const RouteDecision next = routes.route(shape.coordinate(node), in_port, vc, header);
    const auto direction = static_cast<Direction>(next.out_port);
    const int other = shape.node(shape.neighbour(shape.coordinate(node), direction));
    way.push_back({node, other, next.vc_mask});
    vc = __builtin_ctz(next.vc_mask);
    in_port = static_cast<int>(opposite(direction));
    node = other;
  }
  return way;
}

std::string refusal_of(const MachineConfig& config) { return policy(config.router.routing).refuses(config); }

}  // namespace

TEST_CASE("Graph routes: on any graph every packet arrives, and none waits in a circle", "[GRAPH-5][GRAPH-8]") {
  const RoutingName routing = GENERATE("up_down", "fault_tolerant");
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Dice dice(seed);
    const MachineConfig config =
        machine_on_graph(random_graph(dice, dice.between(2, 24), dice.between(2, 6)), routing, 8);
    CAPTURE(routing.name(), seed, config.network.text());
    const FollowedNetwork followed = follow_network(config, *make_route_function(config));
    CHECK(followed.fault == "");
    if (routing == "up_down") CHECK_FALSE(followed.cycle);
    CHECK_FALSE(find_dependency_cycle(config));
  }
}

TEST_CASE("Graph routes: among any switches minimal closes no circle, if it has the VCs that it asks for",
          "[GRAPH-6]") {
  int accepted = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Dice dice(seed);
    // A host at every node of a random graph, all of whose nodes are switches.
    const int switches = dice.between(2, 16);
    GraphParts parts = random_graph(dice, switches, dice.between(2, 6));
    parts.hosts = parts.switches = switches;
    for (auto& [a, b] : parts.cables) a += switches, b += switches;
    for (int host = 0; host < switches; ++host) parts.cables.emplace_back(host, switches + host);
    const MachineConfig config = machine_on_graph(parts, "minimal", 4);
    const FollowedNetwork followed = follow_network(config, *make_route_function(config));
    CAPTURE(seed, config.network.text(), followed.fault);
    CHECK(refusal_of(config).empty() == followed.fault.empty());
    CHECK_FALSE(followed.cycle);
    accepted += refusal_of(config).empty() ? 1 : 0;
  }
  CHECK(accepted > 20);
  CHECK(accepted < 60);
}

TEST_CASE("Graph routes: trees are gone up and down by shortest ways, and to a host down by the same one",
          "[GRAPH-5]") {
  for (const GraphParts& parts : {fat_tree(2), fat_tree(3), k_ary_n_tree(2, 4), k_ary_n_tree(3, 3)}) {
    const MachineConfig config = machine_on_graph(parts, "up_down");
    const NetworkGraph& graph = *config.network.graph;
    const auto routes = make_route_function(config);
    for (int to = 0; to < graph.hosts(); ++to) {
      std::set<std::pair<int, int>> down;
      for (int from = 0; from < graph.hosts(); ++from) {
        const std::vector<GraphLink> way = graph_way(config, *routes, from, to);
        REQUIRE(static_cast<int>(way.size()) == graph.hops(from, to));
        for (const GraphLink& step : way) {
          CHECK(step.vcs == config.router.all_vcs());
          if (graph.height(step.to) < graph.height(step.node)) down.insert({graph.height(step.node), step.node});
        }
      }
      // One switch of each level, whoever sends: nothing meets on the way down but for the same host.
      CHECK(static_cast<int>(down.size()) == graph.height(graph.nodes() - 1));
    }
    CHECK_FALSE(find_dependency_cycle(config));
  }
}

TEST_CASE("Graph routes: shifts of all hosts of a tree share no link", "[GRAPH-5]") {
  const MachineConfig config = machine_on_graph(fat_tree(3), "up_down");
  const int hosts = config.network.hosts();
  const auto routes = make_route_function(config);
  for (int by = 1; by < hosts; ++by) {
    std::set<std::pair<int, int>> used;
    for (int from = 0; from < hosts; ++from) {
      for (const GraphLink& step : graph_way(config, *routes, from, (from + by) % hosts)) {
        REQUIRE(used.insert({step.node, step.to}).second);
      }
    }
  }
}

TEST_CASE("Graph routes: minimal takes shortest ways, on rising VCs between switches", "[GRAPH-6]") {
  for (const auto& [parts, vcs] : {std::pair{dragonfly(4, 2, 2), 3}, std::pair{hyperx({3, 3, 2}, 1), 3},
                                   std::pair{hyperx({5}, 2), 1}, std::pair{fat_tree(2), 4}}) {
    const MachineConfig config = machine_on_graph(parts, "minimal", vcs);
    REQUIRE(refusal_of(config) == "");
    const auto routes = make_route_function(config);
    const NetworkGraph& graph = *config.network.graph;
    for (int from = 0; from < graph.hosts(); ++from) {
      for (int to = 0; to < graph.hosts(); ++to) {
        const std::vector<GraphLink> way = graph_way(config, *routes, from, to);
        REQUIRE(static_cast<int>(way.size()) == graph.hops(from, to));
        for (std::size_t i = 0; i < way.size(); ++i) {
          const bool last = i + 1 == way.size();
          CHECK(way[i].vcs == (last ? config.router.all_vcs() : 1U << (i == 0 ? 0 : i - 1)));
        }
      }
    }
    const FollowedNetwork followed = follow_network(config, *routes);
    CHECK(followed.fault == "");
    CHECK_FALSE(followed.cycle);
    if (vcs == 1) continue;
    const MachineConfig fewer = machine_on_graph(parts, "minimal", vcs - 1);
    CHECK(refusal_of(fewer) ==
          "needs a virtual channel for each link between switches: set router.virtual_channels to " +
              std::to_string(vcs) + " or more");
  }
}

TEST_CASE("Graph routes: valiant goes shortest ways to the switch of any host, and on, on rising VCs", "[GRAPH-11]") {
  const MachineConfig config = machine_on_graph(dragonfly(3, 1, 2), "valiant", 6);
  REQUIRE(refusal_of(config) == "");
  const auto routes = make_route_function(config);
  const NetworkShape& shape = config.network;
  const NetworkGraph& graph = *shape.graph;
  const auto switch_of = [&](int host) { return graph.neighbour(host, graph.ports(host).front()); };
  const int from = 0;
  const int to = graph.hosts() - 1;
  std::set<int> turned;  // switches that packets go by
  for (unsigned cycle = 0; cycle < 600; ++cycle) {
    RouteHeader header;
    header.source = shape.coordinate(from);
    header.destination = shape.coordinate(to);
    header.inject_cycle = cycle;
    const int drawn = RouteDraw(shape, header).below(0, graph.hosts());
    const int links = graph.hops(from, drawn) + graph.hops(drawn, to) - 2 * (drawn == from || drawn == to ? 0 : 1);
    int in_port = config.ports().nic_port(0);
    int vc = 0;
    int taken = 0;
    for (int node = from; node != to && taken < 20; ++taken) {
      const RouteDecision next = routes->route(shape.coordinate(node), in_port, vc, header);
      const auto direction = static_cast<Direction>(next.out_port);
      const int other = shape.node(shape.neighbour(shape.coordinate(node), direction));
      CHECK(next.vc_mask == (other == to ? config.router.all_vcs() : 1U << (taken == 0 ? 0 : taken - 1)));
      if (node == switch_of(drawn)) turned.insert(node);
      vc = __builtin_ctz(next.vc_mask);
      in_port = static_cast<int>(opposite(direction));
      node = other;
    }
    CHECK(taken == (drawn == from ? graph.hops(from, to) : links));
  }
  CHECK(static_cast<int>(turned.size()) == graph.switches());
  CHECK_FALSE(find_dependency_cycle(config));
  CHECK_THAT(refusal_of(machine_on_graph(dragonfly(3, 1, 2), "valiant", 5)),
             Catch::Matchers::Contains("set router.virtual_channels to 6 or more"));
  CHECK_THAT(refusal_of(machine_on_graph(hyper_crossbar({2, 2}), "valiant", 6)),
             Catch::Matchers::Contains("host 0 has to have one cable, to a switch"));
}

TEST_CASE("Graph routes: ugal may go straight or as valiant from its first switch, and the VC tells from then on",
          "[GRAPH-12]") {
  const MachineConfig config = machine_on_graph(dragonfly(3, 1, 2), "ugal", 6);
  REQUIRE(refusal_of(config) == "");
  const NetworkShape& shape = config.network;
  const NetworkGraph& graph = *shape.graph;
  const auto routes = make_route_function(config);
  const auto by_a_host = make_route_function(machine_on_graph(dragonfly(3, 1, 2), "valiant", 6));
  const auto walk = [&](int node, RouteDecision next, const RouteHeader& header, const RouteFunction& further) {
    std::vector<RouteDecision> way;
    while (next.out_port < shape.directions() && way.size() < 20) {
      way.push_back(next);
      const auto direction = static_cast<Direction>(next.out_port);
      node = shape.node(shape.neighbour(shape.coordinate(node), direction));
      next = further.route(shape.coordinate(node), static_cast<int>(opposite(direction)), __builtin_ctz(next.vc_mask),
                           header);
    }
    CHECK(shape.coordinate(node) == header.destination);
    return way;
  };
  int both = 0;
  for (int to = 1; to < graph.hosts(); ++to) {
    for (unsigned cycle = 0; cycle < 40; ++cycle) {
      RouteHeader header;
      header.source = shape.coordinate(0);
      header.destination = shape.coordinate(to);
      header.inject_cycle = cycle;
      const int at = graph.neighbour(0, graph.ports(0).front());
      const RouteDecision first = routes->route(header.source, config.ports().nic_port(0), 0, header);
      const int in_port = static_cast<int>(opposite(static_cast<Direction>(first.out_port)));
      const RouteChoices choices = routes->choices(shape.coordinate(at), in_port, 0, header);
      const auto decision = [](const RouteDecision& of) { return of; };
      const std::vector<RouteDecision> straight = walk(at, decision(*choices.begin()), header, *routes);
      CHECK(static_cast<int>(straight.size()) == graph.hops(at, to));
      CHECK(choices.begin()->links == straight.size());
      for (std::size_t i = 0; i + 1 < straight.size(); ++i) CHECK(straight[i].vc_mask == 1U << (3 + i));
      const auto valiant = walk(at, by_a_host->route(shape.coordinate(at), in_port, 0, header), header, *by_a_host);
      const bool may_go_round = choices.end() - choices.begin() == 2;
      const bool same_output = valiant.front().out_port == straight.front().out_port;
      const int by = RouteDraw(shape, header).below(0, graph.hosts());
      CHECK(may_go_round == (!same_output && graph.neighbour(by, graph.ports(by).front()) != at));
      if (!may_go_round) continue;
      ++both;
      CHECK(walk(at, decision(choices.begin()[1]), header, *routes) == valiant);
      CHECK(choices.begin()[1].links == valiant.size());
    }
  }
  CHECK(both > 100);
  CHECK_FALSE(find_dependency_cycle(config));
  CHECK_THAT(refusal_of(machine_on_graph(dragonfly(3, 1, 2), "ugal", 5)),
             Catch::Matchers::Contains("set router.virtual_channels to 6 or more"));
}

TEST_CASE("Graph routes: no way leads by a dead switch, and two hosts that nothing else joins are refused",
          "[GRAPH-13]") {
  int whole = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Dice dice(seed);
    const char* routing = dice.chance(50) ? "up_down" : "minimal";
    MachineConfig config = machine_on_graph(random_graph(dice, dice.between(4, 24), dice.between(2, 6)), routing, 8);
    const NetworkShape& shape = config.network;
    if (shape.hosts() == shape.nodes()) continue;
    const int dead = shape.hosts() + dice.below(shape.nodes() - shape.hosts());
    config.faults.switches = {shape.coordinate(dead)};
    REQUIRE(validate(config).empty());
    CAPTURE(seed, routing, shape.text(), dead);
    std::set<int> reached = {0};
    std::vector<int> list = {0};
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (const int port : shape.graph->ports(list[i])) {
        const int next = shape.graph->neighbour(list[i], port);
        CHECK(config.has_link(shape.coordinate(list[i]), static_cast<Direction>(port)) == (next != dead));
        if (next != dead && reached.insert(next).second) list.push_back(next);
      }
    }
    bool parted = false;
    for (int host = 0; host < shape.hosts(); ++host) parted = parted || reached.count(host) == 0;
    CHECK(LiveLinks(config).find_parted().has_value() == parted);
    if (parted || !refusal_of(config).empty()) continue;
    ++whole;
    const FollowedNetwork followed = follow_network(config, *make_route_function(config));
    CHECK(followed.fault == "");
    if (config.router.routing == "up_down") CHECK_FALSE(followed.cycle);
  }
  CHECK(whole > 20);
}

namespace {

/// Whether a packet that takes the escape VC of fault_tolerant at `from` arrives over links that last.
bool escapes_on_graph(const MachineConfig& config, const RouteFunction& routes, int from, int to) {
  const NetworkShape& shape = config.network;
  const int escape_vc = config.router.virtual_channels - 1;
  RouteHeader header;
  header.destination = shape.coordinate(to);
  int in_port = config.ports().nic_port(0);
  int links = 0;
  for (int node = from; node != to; ++links) {
    const Coordinate here = shape.coordinate(node);
    const RouteDecision next = routes.route(here, in_port, links == 0 ? 0 : escape_vc, header);
    const auto direction = static_cast<Direction>(next.out_port);
    if (links > 100 || (next.vc_mask >> static_cast<unsigned>(escape_vc) & 1U) == 0) return false;
    if (!config.link_lasts(here, direction)) return false;
    node = shape.node(shape.neighbour(here, direction));
    in_port = static_cast<int>(opposite(direction));
  }
  return true;
}

}  // namespace

TEST_CASE("Graph routes: no way of the tree leads to a switch that breaks, and its packets leave it by the tree",
          "[GRAPH-8][ROUTE-64]") {
  std::size_t left_by = 0;
  std::size_t at_the_first = 0;
  for (std::uint64_t seed = 1; seed <= 160; ++seed) {
    Dice dice(seed);
    const bool tree = dice.chance(30);
    MachineConfig config = machine_on_graph(
        tree ? fat_tree(2) : random_graph(dice, dice.between(4, 24), dice.between(3, 8)), "fault_tolerant", 3);
    const NetworkShape& shape = config.network;
    if (shape.hosts() == shape.nodes()) continue;
    const int broken = shape.hosts() + (dice.chance(30) ? 0 : dice.below(shape.nodes() - shape.hosts()));
    config.faults.breaks = {{{{}, {shape.coordinate(broken)}, {}}, Picoseconds{1}}};
    REQUIRE(validate(config).empty());
    CAPTURE(seed, shape.text(), broken);
    if (LiveLinks(config).find_parted()) continue;
    if (!tree) CHECK(refusal_of(config) == "");
    if (!refusal_of(config).empty()) continue;
    CHECK_FALSE(find_dependency_cycle(config));
    const auto routes = make_route_function(config);
    const LiveNetwork network(config);
    at_the_first += broken == shape.hosts() ? 1 : 0;
    for (int to = 0; to < shape.hosts(); ++to) {
      for (int host = 0; host < shape.hosts(); ++host) CHECK(escapes_on_graph(config, *routes, host, to));
      if (network.distances().distance(broken, to) == LiveLinks::kFar) continue;
      CHECK(escapes_on_graph(config, *routes, broken, to));
      ++left_by;
    }
  }
  CHECK(left_by > 100);
  CHECK(at_the_first > 10);
}

TEST_CASE("Graph routes: packets go round dead cables of a tree, if there is a way up and down", "[GRAPH-7]") {
  MachineConfig config = machine_on_graph(fat_tree(2), "up_down");
  const NetworkShape& shape = config.network;
  const auto cut = [&](int a, int b) { config.faults.cables.push_back({shape.coordinate(a), shape.coordinate(b)}); };
  const int first_switch = shape.hosts();
  const int second_level = first_switch + 8;
  cut(first_switch, second_level);  // one of the two ways up of the first pair of hosts
  REQUIRE(refusal_of(config) == "");
  const auto routes = make_route_function(config);
  for (int to = 2; to < shape.hosts(); ++to) {
    const std::vector<GraphLink> way = graph_way(config, *routes, 0, to);
    CHECK(static_cast<int>(way.size()) == shape.graph->hops(0, to));
    CHECK(way[1].to == second_level + 1);
  }
  CHECK_FALSE(find_dependency_cycle(config));
  // The switches of level 2 that are left to the first and the second pair of hosts are not the same.
  cut(first_switch + 1, second_level + 1);
  CHECK(refusal_of(config) == "no way is left from host 2 up the tree and down to host 0");
  CHECK_FALSE(LiveLinks(config).find_parted());
  cut(first_switch, second_level + 1);
  const auto parted = LiveLinks(config).find_parted();
  REQUIRE(parted);
}

}  // namespace tactus
