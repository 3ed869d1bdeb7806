#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "hw/router/dependency_graph.h"
#include "hw/router/route_function.h"
#include "testbench/parts/random_network.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/reference_route.h"

namespace tactus {
namespace {

MachineConfig adaptive_machine(const NetworkShape& shape, int virtual_channels) {
  MachineConfig config;
  config.network = shape;
  config.nic.count = 2;
  config.router.virtual_channels = virtual_channels;
  config.router.routing = "minimal_adaptive";
  return config;
}

/// VCs for the ways in dimension order.
int escape_vcs_of(const MachineConfig& config) {
  for (int d = 0; d < config.network.dimensions(); ++d) {
    if (config.network.wraps(d) && config.network.size(d) > 3 && config.router.dateline != "none") return 2;
  }
  return 1;
}

std::uint8_t adaptive_mask_of(const MachineConfig& config) {
  return static_cast<std::uint8_t>((1 << (config.router.virtual_channels - escape_vcs_of(config))) - 1);
}

MachineConfig random_adaptive_machine(int most_nodes, Dice& dice) {
  MachineConfig config = adaptive_machine(test::random_shape(most_nodes, dice), dice.between(3, 6));
  config.router.dateline = dice.chance(50) ? "crossing" : "entry";
  config.router.tie_break = dice.chance(50) ? "signed" : "positive";
  config.router.dimension_order = random_order(config.network.dimensions(), dice);
  return config;
}

/// Where a packet can be: in a buffer of a node.
using BufferPlace = std::tuple<int, int, int>;  // node, input port, VC

/// All places that packets to one node reach by any of their choices, and the channels for which those in the buffers
/// of escape VCs can be made to wait: of `route`, without the adaptive VCs.
struct ReachedPlaces {
  std::set<BufferPlace> places;
  std::set<std::pair<BufferPlace, BufferPlace>> waits;
  bool always_escapes = true;
};

void follow_choices(const MachineConfig& config, const RouteFunction& routes, RouteHeader header,
                    ReachedPlaces& reached) {
  const NetworkShape& shape = config.network;
  const std::uint8_t adaptive = adaptive_mask_of(config);
  std::set<BufferPlace> seen;
  std::vector<BufferPlace> open;
  for (int node = 0; node < shape.nodes(); ++node) open.emplace_back(node, config.ports().nic_port(0), 0);
  while (!open.empty()) {
    const BufferPlace at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    const auto& [node, in_port, in_vc] = at;
    const Coordinate here = shape.coordinate(node);
    const bool waits = in_port < shape.directions() && (adaptive >> in_vc & 1) == 0;
    bool first = true;
    for (const RouteDecision& choice : routes.choices(here, in_port, in_vc, header)) {
      const bool escape = std::exchange(first, false);
      if (choice.out_port >= shape.directions()) continue;
      const auto direction = static_cast<Direction>(choice.out_port);
      REQUIRE(shape.has_link(here, direction));
      const int next = shape.node(shape.neighbour(here, direction));
      const int side = static_cast<int>(opposite(direction));
      for (unsigned mask = choice.vc_mask; mask != 0; mask &= mask - 1) {
        open.emplace_back(next, side, __builtin_ctz(mask));
        const bool of_escape = (adaptive >> __builtin_ctz(mask) & 1) == 0;
        if (escape && waits && of_escape) reached.waits.insert({at, open.back()});
      }
      if (escape && (choice.vc_mask & ~adaptive) == 0) reached.always_escapes = false;
    }
  }
  reached.places.insert(seen.begin(), seen.end());
}

/// Takes away what nobody is waited for behind, until nothing more can go.
bool has_waiting_circle(std::set<std::pair<BufferPlace, BufferPlace>> waits) {
  for (std::size_t before = waits.size() + 1; before != waits.size();) {
    before = waits.size();
    std::set<BufferPlace> waiting;
    for (const auto& [from, to] : waits) waiting.insert(from);
    for (auto wait = waits.begin(); wait != waits.end();) {
      wait = waiting.count(wait->second) == 0 ? waits.erase(wait) : std::next(wait);
    }
  }
  return !waits.empty();
}

TEST_CASE("Minimal adaptive: the choices are the links that bring a packet nearer, the first one by dimension order",
          "[route][ROUTE-40]") {
  Dice dice(17);
  for (int i = 0; i < 150; ++i) {
    const MachineConfig config = random_adaptive_machine(120, dice);
    const NetworkShape& shape = config.network;
    const std::uint8_t adaptive = adaptive_mask_of(config);
    MachineConfig in_order = config;
    in_order.router.routing = "dimension_order";
    in_order.router.virtual_channels = 2;
    const auto routes = make_route_function(config);
    const auto ordered = make_route_function(in_order);
    for (int packet = 0; packet < 60; ++packet) {
      RouteHeader header;
      header.source = header.destination = shape.coordinate(dice.below(shape.nodes()));
      header.destination_nic = static_cast<std::uint8_t>(dice.below(2));
      header.negative = OffsetSigns(static_cast<unsigned>(dice.below(1 << shape.dimensions())));
      const Coordinate here = shape.coordinate(dice.below(shape.nodes()));
      CAPTURE(i, packet, shape.text());
      const RouteChoices choices = routes->choices(here, config.ports().nic_port(0), 0, header);
      CHECK(*choices.begin() == routes->route(here, config.ports().nic_port(0), 0, header));
      const int first = ordered->route(here, config.ports().nic_port(0), 0, header).out_port;
      CHECK(choices.begin()->out_port == first);
      std::set<int> ports;
      for (const RouteDecision& choice : choices) {
        CHECK(ports.insert(choice.out_port).second);
        if (here == header.destination) {
          CHECK(choice == RouteDecision{static_cast<std::uint8_t>(first), config.router.all_vcs()});
        } else {
          CHECK((choice.vc_mask & adaptive) == adaptive);
          CHECK((choice.vc_mask != adaptive) == (choice.out_port == first));
        }
      }
      std::set<int> nearer;
      for (int port = 0; port < shape.directions(); ++port) {
        const auto direction = static_cast<Direction>(port);
        if (!shape.has_link(here, direction)) continue;
        const int left = shape.hops(shape.neighbour(here, direction), header.destination);
        if (left < shape.hops(here, header.destination)) nearer.insert(port);
      }
      if (here == header.destination) nearer.insert(first);
      CHECK(ports == nearer);
    }
  }
}

TEST_CASE("Minimal adaptive: whatever way packets have come, those on escape VCs never wait in a circle",
          "[route][ROUTE-40][ROUTE-42][ROUTE-45]") {
  Dice dice(23);
  for (int i = 0; i < 40; ++i) {
    const MachineConfig config = random_adaptive_machine(30, dice);
    CAPTURE(i, config.network.text(), config.router.dateline.name());
    REQUIRE_FALSE(find_dependency_cycle(config));
    const auto routes = make_route_function(config);
    ReachedPlaces reached;
    for (int to = 0; to < config.network.nodes(); ++to) {
      for (const unsigned signs : {0U, (1U << kMaxDimensions) - 1}) {
        RouteHeader header;
        header.destination = config.network.coordinate(to);
        header.negative = OffsetSigns(signs);
        follow_choices(config, *routes, header, reached);
      }
    }
    CHECK(reached.always_escapes);
    CHECK_FALSE(has_waiting_circle(reached.waits));
  }
}

TEST_CASE("Minimal adaptive: without a dateline a ring of four nodes is refused, by the circle of its escape VC",
          "[route][ROUTE-42]") {
  MachineConfig config = adaptive_machine({4, 3}, 3);
  config.router.dateline = "none";
  const auto cycle = find_dependency_cycle(config);
  REQUIRE(cycle);
  CHECK(cycle->size() == 4);
  CHECK(cycle->front().vc == 2);
  config.network = {3, 3};
  CHECK_FALSE(find_dependency_cycle(config));
}

}  // namespace
}  // namespace tactus
