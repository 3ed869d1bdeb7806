// Ways round cables that carry nothing.
#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "hw/router/dependency_graph.h"
#include "hw/router/live_network.h"
#include "hw/router/network_follower.h"
#include "hw/router/route_function.h"
#include "testbench/parts/random_network.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/reference_route.h"

namespace tactus {
namespace {

/// A random torus or mesh, of which some cables carry nothing; all nodes can be reached.
MachineConfig wounded_machine(const RoutingName& routing, int most_nodes, Dice& dice) {
  MachineConfig config;
  config.network = test::random_shape(most_nodes, dice);
  config.nic.count = 2;
  config.router.virtual_channels = dice.between(2, 4);
  config.router.routing = routing;
  const NetworkShape& shape = config.network;
  for (int i = dice.below(6); i > 0; --i) {
    const Coordinate from = shape.coordinate(dice.below(shape.nodes()));
    const auto direction = static_cast<Direction>(dice.below(shape.directions()));
    if (!config.has_link(from, direction)) continue;
    config.faults.cables.push_back({from, shape.neighbour(from, direction)});
    if (LiveLinks(config).find_parted()) config.faults.cables.pop_back();
  }
  return config;
}

/// Such a machine, of which some routers are dead besides, node 0 sometimes.
MachineConfig machine_with_dead_routers(const RoutingName& routing, int most_nodes, Dice& dice) {
  MachineConfig config = wounded_machine(routing, most_nodes, dice);
  const NetworkShape& shape = config.network;
  for (int i = dice.between(1, 4); i > 0; --i) {
    const Coordinate node = shape.coordinate(dice.chance(30) ? 0 : dice.below(shape.nodes()));
    const int left = shape.nodes() - static_cast<int>(config.faults.routers.size());
    if (config.faults.has(node) || left <= 2) continue;
    config.faults.routers.push_back(node);
    if (LiveLinks(config).find_parted()) config.faults.routers.pop_back();
  }
  return config;
}

/// Such a machine, of which some routers break, node 0 sometimes; every one has a way to all nodes that are left.
MachineConfig machine_with_breaking_routers(int most_nodes, Dice& dice) {
  MachineConfig config = wounded_machine("fault_tolerant", most_nodes, dice);
  const NetworkShape& shape = config.network;
  for (int i = dice.between(1, 4); i > 0; --i) {
    const Coordinate node = shape.coordinate(dice.chance(30) ? 0 : dice.below(shape.nodes()));
    if (config.faults.breaks_at(node) || shape.nodes() - static_cast<int>(config.faults.breaks.size()) <= 2) continue;
    config.faults.breaks.push_back({{{}, {}, {node}}, Picoseconds{1}});
    if (LiveLinks(config).find_parted()) config.faults.breaks.pop_back();
  }
  return config;
}

/// Links of the shortest ways between all nodes, over links that last, by Floyd and Warshall.
std::vector<std::vector<int>> all_distances(const MachineConfig& config) {
  const NetworkShape& shape = config.network;
  const auto nodes = static_cast<std::size_t>(shape.nodes());
  std::vector<std::vector<int>> far(nodes, std::vector<int>(nodes, 10'000));
  for (std::size_t a = 0; a < nodes; ++a) {
    far[a][a] = 0;
    for (int port = 0; port < shape.directions(); ++port) {
      const auto direction = static_cast<Direction>(port);
      const Coordinate here = shape.coordinate(static_cast<int>(a));
      if (!config.link_lasts(here, direction)) continue;
      far[a][static_cast<std::size_t>(shape.node(shape.neighbour(here, direction)))] = 1;
    }
  }
  for (std::size_t by = 0; by < nodes; ++by) {
    for (std::size_t a = 0; a < nodes; ++a) {
      for (std::size_t b = 0; b < nodes; ++b) far[a][b] = std::min(far[a][b], far[a][by] + far[by][b]);
    }
  }
  return far;
}

TEST_CASE("Live routes: a cable carries nothing in either direction, and others are as they were", "[ROUTE-47]") {
  MachineConfig config;
  config.network = {4, 2};
  config.faults.cables = {{{3, 0}, {0, 0}}, {{1, 1}, {1, 0}}};
  CHECK_FALSE(config.has_link({3, 0}, Direction::kPlusX));
  CHECK_FALSE(config.has_link({0, 0}, Direction::kMinusX));
  CHECK(config.has_link({0, 0}, Direction::kPlusX));
  CHECK(config.has_link({0, 1}, Direction::kMinusX));
  // Two nodes of a ring have two cables between them: both are named by the pair.
  CHECK_FALSE(config.has_link({1, 0}, Direction::kPlusY));
  CHECK_FALSE(config.has_link({1, 0}, Direction::kMinusY));
  CHECK_FALSE(config.has_link({1, 1}, Direction::kPlusY));
}

TEST_CASE("Live routes: distances are those over the links that are left", "[ROUTE-48]") {
  Dice dice(5);
  for (int i = 0; i < 60; ++i) {
    const MachineConfig config = wounded_machine("up_down", 60, dice);
    const LiveNetwork network(config);
    const auto expected = all_distances(config);
    CAPTURE(i, config.network.text());
    for (int a = 0; a < config.network.nodes(); ++a) {
      for (int b = 0; b < config.network.nodes(); ++b) {
        REQUIRE(network.distances().distance(a, b) ==
                expected[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)]);
      }
    }
  }
}

TEST_CASE("Live routes: every packet of up_down arrives, and none waits in a circle", "[ROUTE-49]") {
  Dice dice(6);
  for (int i = 0; i < 60; ++i) {
    const MachineConfig config = wounded_machine("up_down", 40, dice);
    CAPTURE(i, config.network.text(), config.faults.cables.size());
    const FollowedNetwork followed = follow_network(config, *make_route_function(config));
    CHECK(followed.fault == "");
    CHECK_FALSE(followed.cycle);
    CHECK_FALSE(find_dependency_cycle(config));
  }
}

TEST_CASE("Live routes: no way leads by a dead router, and every packet between the others arrives",
          "[ROUTE-49][ROUTE-50][ROUTE-51][ROUTE-62]") {
  Dice dice(12);
  std::size_t dead = 0;
  std::size_t first_is_dead = 0;
  for (int i = 0; i < 80; ++i) {
    const MachineConfig config = machine_with_dead_routers(i % 2 == 0 ? "up_down" : "fault_tolerant", 40, dice);
    CAPTURE(i, config.network.text(), config.faults.routers.size());
    dead += config.faults.routers.size();
    first_is_dead += config.faults.has(config.network.coordinate(0)) ? 1 : 0;
    for (const Coordinate node : config.faults.routers) {
      for (int port = 0; port < config.network.directions(); ++port) {
        const auto direction = static_cast<Direction>(port);
        CHECK_FALSE(config.has_link(node, direction));
        CHECK_FALSE(config.has_link(config.network.neighbour(node, direction), opposite(direction)));
      }
    }
    // Whoever takes a link that there is not is at fault, and so is who goes nowhere.
    const FollowedNetwork followed = follow_network(config, *make_route_function(config));
    CHECK(followed.fault == "");
    CHECK_FALSE(followed.cycle);
    CHECK_FALSE(find_dependency_cycle(config));
    CHECK(policy(config.router.routing).refuses(config) == "");
    const auto expected = all_distances(config);
    const LiveNetwork network(config);
    for (int from = 0; from < config.network.nodes(); ++from) {
      for (int to = 0; to < config.network.nodes(); ++to) {
        const auto [a, b] = std::pair(config.network.coordinate(from), config.network.coordinate(to));
        if (config.faults.has(a) || config.faults.has(b)) continue;
        CHECK(network.distances().distance(from, to) ==
              expected[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)]);
      }
    }
  }
  CHECK(dead > 80);
  CHECK(first_is_dead > 10);
}

TEST_CASE("Live routes: routers that are dead part a network, as cables do", "[ROUTE-51][ROUTE-62]") {
  MachineConfig config;
  config.network = NetworkShape({5}, {false});
  config.faults.routers = {{2, 0}};
  CHECK(LiveLinks(config).find_parted() == std::pair(0, 3));
  config.faults.routers = {{0, 0}, {1, 0}};
  CHECK_FALSE(LiveLinks(config).find_parted());
  config.faults.routers = {{0, 0}, {3, 0}};
  CHECK(LiveLinks(config).find_parted() == std::pair(1, 4));
}

/// Outputs and VCs of `choices`, but for those over cables that break.
std::set<std::pair<int, int>> lasting_choices(const RouteChoices& choices, const MachineConfig& config,
                                              Coordinate here) {
  std::set<std::pair<int, int>> all;
  for (const RouteChoice& choice : choices) {
    const bool lasts = choice.out_port >= config.network.directions() ||
                       config.link_lasts(here, static_cast<Direction>(choice.out_port));
    const int escape = 1 << (config.router.virtual_channels - 1);
    if (!lasts) CHECK((choice.vc_mask & escape) == 0);
    if (lasts) all.emplace(choice.out_port, choice.vc_mask);
  }
  return all;
}

TEST_CASE("Live routes: fault_tolerant has the choices of a network without the cables that break, and these besides",
          "[ROUTE-60]") {
  Dice dice(9);
  std::size_t more = 0;
  for (int i = 0; i < 60; ++i) {
    const MachineConfig dead = wounded_machine("fault_tolerant", 40, dice);
    MachineConfig breaking = dead;
    breaking.faults.cables.clear();
    breaking.faults.breaks = {{{dead.faults.cables}, Picoseconds{1}}};
    const auto ways = make_route_function(breaking);
    const auto ways_of_dead = make_route_function(dead);
    const NetworkShape& shape = dead.network;
    CAPTURE(i, shape.text(), dead.faults.cables.size());
    for (int node = 0; node < shape.nodes(); ++node) {
      const Coordinate here = shape.coordinate(node);
      for (int to = 0; to < shape.nodes(); ++to) {
        RouteHeader header;
        header.destination = shape.coordinate(to);
        for (int port = 0; port <= shape.directions(); ++port) {
          const bool from_link = port < shape.directions();
          if (from_link && !dead.has_link(here, static_cast<Direction>(port))) continue;
          const int vc = from_link ? dead.router.virtual_channels - 1 : 0;
          const RouteChoices choices = ways->choices(here, port, vc, header);
          const RouteChoices expected = ways_of_dead->choices(here, port, vc, header);
          // No packet comes down to a node from which it cannot go on down.
          const int first = expected.begin()->out_port;
          if (first < shape.directions() && !dead.has_link(here, static_cast<Direction>(first))) continue;
          REQUIRE(lasting_choices(choices, breaking, here) == lasting_choices(expected, dead, here));
          more += static_cast<std::size_t>((choices.end() - choices.begin()) - (expected.end() - expected.begin()));
        }
      }
    }
  }
  CHECK(more > 100);
}

/// Follows one packet of fault_tolerant by every choice. Each choice off the escape VC leads over a live link to a node
/// that is nearer or is on the escape VC; from the escape VC there is one way, on that VC.
struct FaultTolerantWays {
  const MachineConfig& config;
  const RouteFunction& routes;
  const LiveNetwork network{config};
  int escape_vc = config.router.virtual_channels - 1;

  void check(Coordinate here, int to, int in_port, int in_vc) const {
    const NetworkShape& shape = config.network;
    RouteHeader header;
    header.destination = shape.coordinate(to);
    const bool escaped = in_port < shape.directions() && in_vc == escape_vc;
    const int node = shape.node(here);
    std::set<int> ports;
    bool has_escape = false;
    for (const RouteChoice& choice : routes.choices(here, in_port, in_vc, header)) {
      REQUIRE(choice.out_port < shape.directions());
      REQUIRE(config.has_link(here, static_cast<Direction>(choice.out_port)));
      CHECK(ports.insert(choice.out_port).second);
      const int next = network.links().neighbour(node, choice.out_port);
      const unsigned adaptive = choice.vc_mask & ~(1U << static_cast<unsigned>(escape_vc));
      has_escape = has_escape || adaptive != choice.vc_mask;
      CHECK((adaptive != 0) ==
            (!escaped && network.distances().distance(next, to) < network.distances().distance(node, to)));
    }
    CHECK(has_escape);
    if (escaped) CHECK(ports.size() == 1);
    std::size_t nearer = 0;
    for (int port = 0; port < shape.directions(); ++port) {
      const int next = network.links().neighbour(node, port);
      if (next >= 0 && network.distances().distance(next, to) < network.distances().distance(node, to)) ++nearer;
    }
    if (!escaped) CHECK((ports.size() == nearer || ports.size() == nearer + 1));
  }
};

TEST_CASE("Live routes: fault_tolerant offers every nearer link, and from everywhere the way by the tree",
          "[ROUTE-50]") {
  Dice dice(7);
  for (int i = 0; i < 40; ++i) {
    const MachineConfig config = wounded_machine("fault_tolerant", 40, dice);
    CAPTURE(i, config.network.text(), config.faults.cables.size());
    REQUIRE_FALSE(find_dependency_cycle(config));
    const auto routes = make_route_function(config);
    const FaultTolerantWays ways{config, *routes};
    for (int packet = 0; packet < 60; ++packet) {
      const int from = dice.below(config.network.nodes());
      const int to = dice.below(config.network.nodes());
      if (from == to) continue;
      const Coordinate here = config.network.coordinate(from);
      ways.check(here, to, config.ports().nic_port(0), 0);
      for (int port = 0; port < config.network.directions(); ++port) {
        if (config.has_link(here, static_cast<Direction>(port))) ways.check(here, to, port, 0);
      }
    }
  }
}

/// Follows a packet that takes the escape VC of fault_tolerant in `here` and stays on it: whether it arrives, over
/// links that last.
bool escapes(const MachineConfig& config, const RouteFunction& routes, Coordinate here, Coordinate to) {
  const NetworkShape& shape = config.network;
  const int escape_vc = config.router.virtual_channels - 1;
  RouteHeader header;
  header.destination = to;
  int in_port = config.ports().nic_port(0);
  for (int links = 0; here != to && links <= 2 * shape.nodes(); ++links) {
    const RouteDecision next = routes.route(here, in_port, links == 0 ? 0 : escape_vc, header);
    REQUIRE((next.vc_mask >> static_cast<unsigned>(escape_vc) & 1U) != 0);
    if (links > 0) {
      const RouteChoices ways = routes.choices(here, in_port, escape_vc, header);
      CHECK(ways.end() - ways.begin() == 1);
      CHECK(next.vc_mask == 1U << static_cast<unsigned>(escape_vc));
    }
    const auto direction = static_cast<Direction>(next.out_port);
    REQUIRE(config.link_lasts(here, direction));
    here = shape.neighbour(here, direction);
    in_port = static_cast<int>(opposite(direction));
  }
  return here == to;
}

TEST_CASE("Live routes: whoever takes the escape VC of fault_tolerant arrives on it", "[ROUTE-50]") {
  Dice dice(8);
  for (int i = 0; i < 60; ++i) {
    const MachineConfig config = wounded_machine("fault_tolerant", 60, dice);
    const NetworkShape& shape = config.network;
    const auto routes = make_route_function(config);
    for (int packet = 0; packet < 60; ++packet) {
      CAPTURE(i, packet, shape.text());
      const Coordinate to = shape.coordinate(dice.below(shape.nodes()));
      CHECK(escapes(config, *routes, shape.coordinate(dice.below(shape.nodes())), to));
    }
  }
}

TEST_CASE("Live routes: packets leave a router that breaks, also by the escape VC, and enter it on adaptive VCs only",
          "[ROUTE-50][ROUTE-64]") {
  Dice dice(13);
  std::size_t broken = 0;
  std::size_t entered = 0;
  for (int i = 0; i < 60; ++i) {
    const MachineConfig config = machine_with_breaking_routers(40, dice);
    const NetworkShape& shape = config.network;
    CAPTURE(i, shape.text());
    CHECK_FALSE(find_dependency_cycle(config));
    const auto routes = make_route_function(config);
    const FaultTolerantWays ways{config, *routes};
    const auto expected = all_distances(config);
    broken += config.faults.breaks.size();
    for (int from = 0; from < shape.nodes(); ++from) {
      const Coordinate here = shape.coordinate(from);
      for (int to = 0; to < shape.nodes(); ++to) {
        if (from == to || config.faults.breaks_at(shape.coordinate(to))) continue;
        const int links = expected[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
        if (links >= 10'000) continue;  // a router between others that break: nobody enters it
        CHECK(ways.network.distances().distance(from, to) == links);
        ways.check(here, to, config.ports().nic_port(0), 0);
        CHECK(escapes(config, *routes, here, shape.coordinate(to)));
        RouteHeader header;
        header.destination = shape.coordinate(to);
        for (const RouteChoice& way : routes->choices(here, config.ports().nic_port(0), 0, header)) {
          if (config.link_lasts(here, static_cast<Direction>(way.out_port))) continue;
          CHECK((way.vc_mask >> static_cast<unsigned>(config.router.virtual_channels - 1) & 1U) == 0);
          ++entered;
        }
      }
    }
  }
  CHECK(broken > 60);
  CHECK(entered > 500);
}

TEST_CASE("Live routes: a network in two pieces is found, and named", "[ROUTE-51]") {
  MachineConfig config;
  config.network = NetworkShape({3, 2}, {false, false});
  config.faults.cables = {{{1, 0}, {2, 0}}, {{1, 1}, {2, 1}}};
  const auto parted = LiveLinks(config).find_parted();
  REQUIRE(parted);
  CHECK(parted->first == 0);
  CHECK(parted->second == 2);
  config.faults.cables.pop_back();
  CHECK_FALSE(LiveLinks(config).find_parted());
}

}  // namespace
}  // namespace tactus
