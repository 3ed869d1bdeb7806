#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include "hw/common/random.h"
#include "hw/router/dependency_graph.h"
#include "hw/router/route_function.h"
#include "testbench/parts/random_network.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/reference_route.h"

namespace tactus {
namespace {

constexpr std::array<const char*, 3> kDrawn = {"o1turn", "valiant", "romm"};

MachineConfig machine(const NetworkShape& shape, int virtual_channels, const RoutingName& routing) {
  MachineConfig config;
  config.network = shape;
  config.nic.count = 2;
  config.router.virtual_channels = virtual_channels;
  config.router.routing = routing;
  return config;
}

/// A link of a packet's way, with the VCs of it that the packet may take.
struct Link {
  Coordinate from;
  int port;
  std::uint8_t vc_mask;
};

/// A packet from its NIC to the NIC at which it leaves the network.
struct Walk {
  std::vector<Link> links;
  Coordinate end;
  int end_port = 0;
  std::uint8_t end_mask = 0;
};

/// Gives up after more links than two ways through the network have. Takes each time the VC of `choice`, 0 to 7, of
/// those permitted, in circles.
Walk walked(const RouteFunction& routes, const MachineConfig& config, const RouteHeader& header, unsigned choice) {
  const NetworkShape& shape = config.network;
  Walk walk;
  walk.end = header.source;
  int in_port = config.ports().nic_port(header.source_nic);
  int in_vc = 0;
  while (static_cast<int>(walk.links.size()) <= 2 * shape.nodes()) {
    const RouteDecision next = routes.route(walk.end, in_port, in_vc, header);
    walk.end_port = next.out_port;
    walk.end_mask = next.vc_mask;
    if (next.out_port >= shape.directions()) break;
    const auto direction = static_cast<Direction>(next.out_port);
    REQUIRE(shape.has_link(walk.end, direction));
    walk.links.push_back({walk.end, next.out_port, next.vc_mask});
    std::vector<int> vcs;
    for (unsigned mask = next.vc_mask; mask != 0; mask &= mask - 1) vcs.push_back(__builtin_ctz(mask));
    in_vc = vcs.at(choice % vcs.size());
    in_port = static_cast<int>(opposite(direction));
    walk.end = shape.neighbour(walk.end, direction);
  }
  return walk;
}

RouteHeader random_packet(const MachineConfig& config, Dice& dice) {
  const NetworkShape& shape = config.network;
  RouteHeader header;
  header.source = shape.coordinate(dice.below(shape.nodes()));
  header.destination = shape.coordinate(dice.below(shape.nodes()));
  header.source_nic = static_cast<std::uint8_t>(dice.below(config.nics()));
  header.destination_nic = static_cast<std::uint8_t>(dice.below(config.nics()));
  header.negative = OffsetSigns(static_cast<unsigned>(dice.below(1 << shape.dimensions())));
  header.inject_cycle = static_cast<std::uint32_t>(dice.below(1 << 30)) * 4U;
  return header;
}

/// The VCs of the first set.
std::uint8_t first_set(int virtual_channels) {
  return static_cast<std::uint8_t>((1U << (virtual_channels + 1) / 2) - 1);
}

bool is_in_first(const Link& link, int virtual_channels) { return (link.vc_mask & first_set(virtual_channels)) != 0; }

/// Links of the walk that are on the first set; the walk never goes back to it, and no link is on both sets.
std::size_t links_of_first_set(const Walk& walk, int virtual_channels) {
  const std::uint8_t first = first_set(virtual_channels);
  std::size_t count = 0;
  bool left = false;
  for (const Link& link : walk.links) {
    const bool in_first = is_in_first(link, virtual_channels);
    CHECK((in_first ? link.vc_mask & ~first : link.vc_mask & first) == 0);
    CHECK_FALSE((left && in_first));
    left = left || !in_first;
    count += in_first ? 1 : 0;
  }
  return count;
}

/// A random torus or mesh with VCs enough.
MachineConfig random_machine(const RoutingName& routing, Dice& dice) {
  MachineConfig config = machine(test::random_shape(81, dice), dice.between(4, 8), routing);
  config.router.dateline = dice.chance(50) ? "crossing" : "entry";
  config.router.tie_break = dice.chance(50) ? "signed" : "positive";
  config.router.dimension_order = random_order(config.network.dimensions(), dice);
  return config;
}

TEST_CASE("Drawn routes: each packet arrives at its own NIC, on one set of VCs after the other", "[route][ROUTE-22]") {
  Dice dice(91);
  for (const char* routing : kDrawn) {
    for (int i = 0; i < 60; ++i) {
      const MachineConfig config = random_machine(routing, dice);
      const auto routes = make_route_function(config);
      for (int packet = 0; packet < 100; ++packet) {
        const RouteHeader header = random_packet(config, dice);
        const Walk walk = walked(*routes, config, header, static_cast<unsigned>(packet));
        CAPTURE(routing, i, packet, config.network.text());
        CHECK(walk.end == header.destination);
        CHECK(walk.end_port == config.ports().nic_port(header.destination_nic));
        CHECK(walk.end_mask == config.router.all_vcs());
        links_of_first_set(walk, config.router.virtual_channels);
        if (header.source == header.destination) CHECK(walk.links.empty());
      }
    }
  }
}

TEST_CASE("Drawn routes: o1turn goes through the dimensions in order or in reverse, by as few links as there are",
          "[route][ROUTE-23]") {
  Dice dice(92);
  for (int i = 0; i < 60; ++i) {
    const MachineConfig config = random_machine("o1turn", dice);
    const auto routes = make_route_function(config);
    const DimensionList<int>& order = config.router.dimension_order;
    for (int packet = 0; packet < 100; ++packet) {
      const RouteHeader header = random_packet(config, dice);
      const Walk walk = walked(*routes, config, header, static_cast<unsigned>(packet));
      CHECK(static_cast<int>(walk.links.size()) == config.network.hops(header.source, header.destination));
      std::vector<int> places;
      for (const Link& link : walk.links) {
        places.push_back(static_cast<int>(std::find(order.begin(), order.end(), link.port / 2) - order.begin()));
      }
      const std::size_t in_first = links_of_first_set(walk, config.router.virtual_channels);
      CHECK((in_first == 0 || in_first == walk.links.size()));
      CHECK((in_first == 0 ? std::is_sorted(places.rbegin(), places.rend())
                           : std::is_sorted(places.begin(), places.end())));
    }
  }
}

/// Nodes at which packets from one node to another change to the second set, with how often they do.
std::vector<int> middles(const MachineConfig& config, RouteHeader header, int packets) {
  const auto routes = make_route_function(config);
  std::vector<int> times(static_cast<std::size_t>(config.network.nodes()));
  for (int packet = 0; packet < packets; ++packet) {
    header.inject_cycle = static_cast<std::uint32_t>(packet * 33);
    const Walk walk = walked(*routes, config, header, 0);
    const std::size_t in_first = links_of_first_set(walk, config.router.virtual_channels);
    const Coordinate node = in_first == walk.links.size() ? walk.end : walk.links[in_first].from;
    ++times[static_cast<std::size_t>(config.network.node(node))];
    CHECK(static_cast<int>(walk.links.size()) ==
          config.network.hops(header.source, node) + config.network.hops(node, header.destination));
  }
  return times;
}

RouteHeader packet_between(Coordinate source, Coordinate destination) {
  RouteHeader header;
  header.source = source;
  header.destination = destination;
  return header;
}

/// Each of `nodes` of them has its share of 4,096 draws, within five standard deviations.
void check_even(const std::vector<int>& times, int nodes) {
  const double share = 4096.0 / nodes;
  for (const int count : times) {
    if (count != 0) CHECK(std::abs(count - share) < 5 * std::sqrt(share));
  }
  CHECK(std::count(times.begin(), times.end(), 0) == static_cast<long>(times.size()) - nodes);
}

TEST_CASE("Drawn routes: valiant goes by each node of the network alike, by as few links as there are",
          "[route][ROUTE-24]") {
  check_even(middles(machine({5, 4}, 4, "valiant"), packet_between({1, 1}, {3, 2}), 4096), 20);
  check_even(middles(machine(NetworkShape({4, 3, 2}, {false, false, false}), 2, "valiant"),
                     packet_between({1, 1, 0}, {3, 2, 1}), 4096),
             24);
}

TEST_CASE("Drawn routes: romm goes by each node of its shortest ways alike, the ties of which the tie break decides",
          "[route][ROUTE-25]") {
  const MachineConfig ring = machine({8, 9}, 4, "romm");
  const std::vector<int> times = middles(ring, packet_between({7, 8}, {2, 6}), 4096);  // 3 links in +x, 2 in -y
  check_even(times, 12);
  CHECK(times[static_cast<std::size_t>(ring.network.node({1, 7}))] > 0);
  const std::vector<int> tie = middles(ring, packet_between({2, 0}, {6, 0}), 4096);
  check_even(tie, 5);
  CHECK(tie[4] > 0);
  check_even(middles(machine(NetworkShape({4, 4}, {false, false}), 2, "romm"), packet_between({0, 3}, {3, 0}), 4096),
             16);
}

TEST_CASE("Drawn routes: half of the packets of o1turn go in either order, whoever sends them when",
          "[route][ROUTE-23]") {
  const MachineConfig config = machine({8, 8}, 4, "o1turn");
  const auto routes = make_route_function(config);
  const auto goes_by_x = [&](int source, int cycle) {
    RouteHeader header = packet_between(config.network.coordinate(source), {});
    header.destination = config.network.wrapped(header.source, {1, 1});
    header.inject_cycle = static_cast<std::uint32_t>(cycle);
    return routes->route(header.source, 4, 0, header).out_port == static_cast<int>(Direction::kPlusX);
  };
  int of_one = 0;
  int at_once = 0;
  for (int i = 0; i < 4096; ++i) of_one += goes_by_x(9, i * 128) ? 1 : 0;
  for (int i = 0; i < 4096; ++i) at_once += goes_by_x(i % 64, 1000 + i / 64) ? 1 : 0;
  CHECK(std::abs(of_one - 2048) < 160);
  CHECK(std::abs(at_once - 2048) < 160);
}

TEST_CASE("Drawn routes: the draw is the function of source, NIC and cycle that the page says", "[route][ROUTE-21]") {
  const MachineConfig config = machine(NetworkShape({6, 5}, {false, false}), 2, "o1turn");
  const auto routes = make_route_function(config);
  Dice dice(94);
  for (int i = 0; i < 500; ++i) {
    RouteHeader header = random_packet(config, dice);
    if (header.source[0] == header.destination[0] || header.source[1] == header.destination[1]) continue;
    const auto node = static_cast<std::uint64_t>(header.source[0] + 6 * header.source[1]);
    const RandomStream stream(0x726F757465, 8 * node + header.source_nic);
    const bool reverse = stream.below(8 * std::uint64_t{header.inject_cycle}, 2) == 1;
    const int port = routes->route(header.source, config.ports().nic_port(header.source_nic), 0, header).out_port;
    CHECK(port / 2 == (reverse ? 1 : 0));
  }
}

/// Channels by number, with those that packets were seen to wait for while they hold them.
class SeenDependencies {
 public:
  explicit SeenDependencies(const MachineConfig& config) : config_(config) {}

  void add(const Walk& walk) {
    for (std::size_t i = 0; i + 1 < walk.links.size(); ++i) {
      for_each_vc(walk.links[i], [&](int held) {
        for_each_vc(walk.links[i + 1], [&](int waited) { edges_.insert({held, waited}); });
      });
    }
  }

  /// By taking away what waits for nothing, until nothing is left (Kahn).
  [[nodiscard]] bool has_circle() const {
    std::set<std::pair<int, int>> left = edges_;
    for (;;) {
      std::set<int> waiting;
      for (const auto& [held, waited] : left) waiting.insert(held);
      const std::size_t before = left.size();
      for (auto edge = left.begin(); edge != left.end();) {
        edge = waiting.count(edge->second) == 0 ? left.erase(edge) : std::next(edge);
      }
      if (left.size() == before) return !left.empty();
    }
  }

 private:
  template <class Visit>
  void for_each_vc(const Link& link, Visit visit) const {
    const int number = config_.network.node(link.from) * config_.network.directions() + link.port;
    for (unsigned mask = link.vc_mask; mask != 0; mask &= mask - 1) visit(number * 8 + __builtin_ctz(mask));
  }

  const MachineConfig& config_;
  std::set<std::pair<int, int>> edges_;
};

TEST_CASE("Drawn routes: the proof holds against what packets hold and wait for, and refuses what closes a circle",
          "[route][dependency][ROUTE-26]") {
  const auto [shape, virtual_channels, free] =
      GENERATE(table<NetworkShape, int, bool>({{{5, 4}, 4, true},
                                               {{8, 2}, 4, true},
                                               {{5, 4}, 2, false},
                                               {{5, 4}, 3, false},
                                               {{3, 3}, 2, true},
                                               {NetworkShape({4, 4}, {false, false}), 2, true},
                                               {NetworkShape({4, 4}, {true, false}), 3, false}}));
  const char* dateline = GENERATE("crossing", "entry");
  for (const char* routing : kDrawn) {
    MachineConfig config = machine(shape, virtual_channels, routing);
    config.router.dateline = dateline;
    const auto routes = make_route_function(config);
    SeenDependencies seen(config);
    Dice dice(93);
    for (int packet = 0; packet < 20000; ++packet) {
      seen.add(walked(*routes, config, random_packet(config, dice), static_cast<unsigned>(packet)));
    }
    CAPTURE(routing, dateline, virtual_channels, shape.text());
    CHECK(seen.has_circle() == !free);
    CHECK(find_dependency_cycle(config).has_value() == !free);
  }
}

}  // namespace
}  // namespace tactus
