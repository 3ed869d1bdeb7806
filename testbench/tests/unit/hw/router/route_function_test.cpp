#include "hw/router/route_function.h"

#include <array>
#include <memory>
#include <vector>

#include "testbench/parts/random_network.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/reference_route.h"

namespace tactus {
namespace {

using test::kDatelines;
using test::kTieBreaks;

constexpr int kMaxHops = kMaxDimensions * 255;

MachineConfig machine(const NetworkShape& shape, int virtual_channels, const DatelineName& dateline,
                      const TieBreakName& tie_break) {
  MachineConfig config;
  config.network = shape;
  config.nic.count = 4;
  config.router.virtual_channels = virtual_channels;
  config.router.dateline = dateline;
  config.router.tie_break = tie_break;
  return config;
}

/// Calls `visit(shape)` for all sizes 2..9 x 2..9.
template <class Visit>
void for_each_shape(Visit visit) {
  for (int width = 2; width <= 9; ++width) {
    for (int height = 2; height <= 9; ++height) visit(NetworkShape{width, height});
  }
}

constexpr RouterPorts kPorts{2, 4};

/// Calls `visit(header)` for every pair of different nodes with every combination of signs.
template <class Visit>
void for_each_header(const NetworkShape& shape, Visit visit) {
  RouteHeader header;
  for (int source = 0; source < shape.nodes(); ++source) {
    for (int destination = 0; destination < shape.nodes(); ++destination) {
      if (source == destination) continue;
      header.source = shape.coordinate(source);
      header.destination = shape.coordinate(destination);
      for (unsigned signs = 0; signs < 1U << shape.dimensions(); ++signs) {
        header.negative = OffsetSigns(signs);
        visit(header);
      }
    }
  }
}

struct Step {
  Coordinate node;
  RouteDecision decision;
};

int lowest_vc(std::uint8_t mask) { return __builtin_ctz(mask); }

/// Fills `steps` with the links that a packet takes, and as the last step the decision at its destination. It
/// takes the lowest VC that is permitted. Gives up after kMaxHops.
void follow(const RouteFunction& routes, const NetworkShape& shape, const RouteHeader& header,
            std::vector<Step>& steps) {
  steps.clear();
  Coordinate here = header.source;
  int in_port = shape.directions() + header.source_nic;
  int in_vc = 0;
  while (steps.size() < kMaxHops) {
    const RouteDecision decision = routes.route(here, in_port, in_vc, header);
    steps.push_back({here, decision});
    if (decision.out_port >= shape.directions()) break;
    const auto direction = static_cast<Direction>(decision.out_port);
    here = shape.neighbour(here, direction);
    in_port = static_cast<int>(opposite(direction));
    in_vc = lowest_vc(decision.vc_mask);
  }
}

/// Finds the packets that take more links than a search needs, go to a node in the wrong order of the dimensions, or
/// leave one and come back to it.
int wrong_ways(const MachineConfig& config, const DimensionList<int>& order) {
  const NetworkShape& shape = config.network;
  const auto routes = make_route_function(config);
  std::array<int, kMaxDimensions> place{};
  for (int i = 0; i < order.count; ++i) place[static_cast<std::size_t>(order.of[static_cast<std::size_t>(i)])] = i;
  const auto place_of = [&](const Step& step) { return place[static_cast<std::size_t>(step.decision.out_port / 2)]; };
  int wrong = 0;
  std::vector<int> distances;
  std::vector<Step> steps;
  for_each_header(shape, [&](const RouteHeader& header) {
    if (distances.empty() || distances[static_cast<std::size_t>(shape.node(header.source))] != 0) {
      distances = test::reference_distances(shape, header.source);
    }
    follow(*routes, shape, header, steps);
    const std::size_t hops = steps.size() - 1;
    bool good = steps.back().node == header.destination &&
                static_cast<int>(hops) == distances[static_cast<std::size_t>(shape.node(header.destination))];
    for (std::size_t i = 0; i + 1 < hops; ++i) good = good && place_of(steps[i]) <= place_of(steps[i + 1]);
    for (std::size_t i = 0; i < hops; ++i) {
      good = good && test::leads_on(shape, steps[i].node, static_cast<Direction>(steps[i].decision.out_port));
    }
    if (!good) ++wrong;
  });
  return wrong;
}

TEST_CASE("RouteFunction: every pair is connected by the fewest links possible, X before Y",
          "[route][ROUTE-1][ROUTE-2]") {
  for (const TieBreakName& tie_break : kTieBreaks) {
    for_each_shape([&](const NetworkShape& shape) {
      CAPTURE(shape.text());
      CHECK(wrong_ways(machine(shape, 2, "crossing", tie_break), {0, 1}) == 0);
    });
  }
}

TEST_CASE("RouteFunction: in any torus or mesh packets take the fewest links there are, the dimensions in their order",
          "[route][ROUTE-1][ROUTE-2][ROUTE-17][ROUTE-18]") {
  Dice dice(17);
  for (int i = 0; i < 200; ++i) {
    MachineConfig config =
        machine(test::random_shape(81, dice), dice.between(1, 4), "entry", dice.chance(50) ? "signed" : "positive");
    config.nic.count = dice.between(1, kMaxNics);
    const DimensionList<int> order = random_order(config.network.dimensions(), dice);
    config.router.dimension_order = order;
    CAPTURE(i, config.network.text());
    CHECK(wrong_ways(config, order) == 0);
  }
}

TEST_CASE("NetworkShape: the number of hops is the distance that a search finds", "[route][ROUTE-5]") {
  const auto wrong = [](const NetworkShape& shape) {
    int count = 0;
    for (int source = 0; source < shape.nodes(); ++source) {
      const std::vector<int> distances = test::reference_distances(shape, shape.coordinate(source));
      for (int to = 0; to < shape.nodes(); ++to) {
        if (shape.hops(shape.coordinate(source), shape.coordinate(to)) != distances[static_cast<std::size_t>(to)]) {
          ++count;
        }
      }
    }
    return count;
  };
  for_each_shape([&](const NetworkShape& shape) { CHECK(wrong(shape) == 0); });
  Dice dice(5);
  for (int i = 0; i < 200; ++i) CHECK(wrong(test::random_shape(300, dice)) == 0);
}

/// A route function with the VC masks that the two dateline classes should have.
struct Candidate {
  std::unique_ptr<const RouteFunction> routes;
  std::array<std::uint8_t, 3> class_masks{};  ///< of any class, of class 0, of class 1

  [[nodiscard]] std::uint8_t mask(int dateline_class) const {
    return class_masks[static_cast<std::size_t>(dateline_class + 1)];
  }
};

Candidate candidate(const NetworkShape& shape, const test::ReferenceRules& rules, int virtual_channels) {
  MachineConfig config = machine(shape, virtual_channels, rules.dateline, rules.tie_break);
  config.router.dimension_order = rules.order;
  Candidate made{make_route_function(config)};
  for (const int c : {test::kAnyClass, 0, 1}) {
    for (const int vc : test::reference_vcs(rules.dateline, virtual_channels, c)) {
      made.class_masks[static_cast<std::size_t>(c + 1)] |= static_cast<std::uint8_t>(1U << vc);
    }
  }
  return made;
}

bool matches(const std::vector<Step>& steps, const std::vector<test::ReferenceStep>& expected,
             const Candidate& candidate) {
  bool good = steps.size() == expected.size() + 1;
  for (std::size_t i = 0; good && i < expected.size(); ++i) {
    good = steps[i].node == expected[i].node && steps[i].decision.out_port == static_cast<int>(expected[i].direction) &&
           steps[i].decision.vc_mask == candidate.mask(expected[i].dateline_class);
  }
  return good;
}

int differences(const NetworkShape& shape, const test::ReferenceRules& rules,
                const std::vector<int>& numbers_of_channels) {
  std::vector<Candidate> candidates;
  for (const int virtual_channels : numbers_of_channels) {
    candidates.push_back(candidate(shape, rules, virtual_channels));
  }
  int wrong = 0;
  std::vector<Step> steps;
  for_each_header(shape, [&](const RouteHeader& header) {
    const auto expected = test::reference_route(shape, rules, header);
    for (const Candidate& candidate : candidates) {
      follow(*candidate.routes, shape, header, steps);
      if (!matches(steps, expected, candidate)) ++wrong;
    }
  });
  return wrong;
}

TEST_CASE("RouteFunction: ports and VC classes on every link are those of the written rules",
          "[route][ROUTE-1][ROUTE-6][ROUTE-7][ROUTE-8][ROUTE-10][key:router.dateline][key:router.virtual_channels]") {
  const DatelineName dateline = GENERATE(from_range(kDatelines));
  const TieBreakName tie_break = GENERATE(from_range(kTieBreaks));
  CAPTURE(dateline.name(), tie_break.name());
  for_each_shape([&](const NetworkShape& shape) {
    CAPTURE(shape.text());
    CHECK(differences(shape, {dateline, tie_break, {}}, {1, 2, 3, 4, 8}) == 0);
  });
}

TEST_CASE("RouteFunction: in any torus or mesh, in any order, ports and VC classes are those of the written rules",
          "[route][ROUTE-3][ROUTE-6][ROUTE-7][ROUTE-8][ROUTE-9][ROUTE-17][ROUTE-18]") {
  Dice dice(18);
  for (int i = 0; i < 60; ++i) {
    const NetworkShape shape = test::random_shape(81, dice);
    const test::ReferenceRules rules{kDatelines[static_cast<std::size_t>(i) % 3],
                                     kTieBreaks[static_cast<std::size_t>(i) / 3 % 2],
                                     random_order(shape.dimensions(), dice)};
    CAPTURE(i, shape.text());
    CHECK(differences(shape, rules, {1, 2, 4}) == 0);
  }
}

TEST_CASE("RouteFunction: in rings and rows of up to 256 nodes, ports and VC classes are those of the written rules",
          "[route][ROUTE-1][ROUTE-2][ROUTE-3][ROUTE-6][ROUTE-7][ROUTE-8][ROUTE-18]") {
  Dice dice(19);
  std::vector<Step> steps;
  for (int i = 0; i < 400; ++i) {
    const NetworkShape shape = random_network(dice, 1 + i % kMaxDimensions);
    const test::ReferenceRules rules{kDatelines[static_cast<std::size_t>(i) / 3 % 3],
                                     kTieBreaks[static_cast<std::size_t>(dice.below(2))],
                                     random_order(shape.dimensions(), dice)};
    const Candidate made = candidate(shape, rules, dice.between(1, 3));
    for (int pair = 0; pair < 60; ++pair) {
      RouteHeader header;
      header.source = random_position(dice, shape);
      header.destination = random_destination(dice, shape, header.source);
      header.negative = OffsetSigns(static_cast<unsigned>(dice.below(1 << shape.dimensions())));
      follow(*made.routes, shape, header, steps);
      CAPTURE(i, pair, shape.text(), shape.text(header.source), shape.text(header.destination));
      REQUIRE(matches(steps, test::reference_route(shape, rules, header), made));
    }
  }
}

TEST_CASE("RouteFunction: half-way round goes the positive way, or that of the header's sign",
          "[route][ROUTE-3][key:router.tie_break]") {
  RouteHeader header;
  header.source = {1, 2};
  header.negative = OffsetSigns(GENERATE(0x0U, 0xFU));
  const int side = header.negative[0] ? 1 : 0;
  const auto positive = make_route_function(machine({4, 6}, 2, "crossing", "positive"));
  const auto by_sign = make_route_function(machine({4, 6}, 2, "crossing", "signed"));

  header.destination = {3, 2};
  CHECK(positive->route(header.source, kPorts.nic_port(0), 0, header).out_port == static_cast<int>(Direction::kPlusX));
  CHECK(by_sign->route(header.source, kPorts.nic_port(0), 0, header).out_port ==
        static_cast<int>(Direction::kPlusX) + side);
  header.destination = {1, 5};
  CHECK(positive->route(header.source, kPorts.nic_port(0), 0, header).out_port == static_cast<int>(Direction::kPlusY));
  CHECK(by_sign->route(header.source, kPorts.nic_port(0), 0, header).out_port ==
        static_cast<int>(Direction::kPlusY) + side);
  header.destination = {2, 2};  // no tie: the sign does not matter
  CHECK(by_sign->route(header.source, kPorts.nic_port(0), 0, header).out_port == static_cast<int>(Direction::kPlusX));
}

TEST_CASE("RouteFunction: at its destination a packet goes to the NIC it is for, on any VC",
          "[route][ROUTE-1][ROUTE-4]") {
  const int virtual_channels = GENERATE(range(1, kMaxVirtualChannels + 1));
  const auto routes = make_route_function(machine({5, 4}, virtual_channels, "crossing", "positive"));
  RouteHeader header;
  header.source = {2, 3};
  header.destination = header.source;  // sent to its own node: the same holds at once
  for (int nic = 0; nic < kPorts.nics(); ++nic) {
    header.destination_nic = static_cast<std::uint8_t>(nic);
    for (int in_port = 0; in_port < kPorts.count(); ++in_port) {
      const RouteDecision decision = routes->route(header.destination, in_port, virtual_channels - 1, header);
      CHECK(decision.out_port == kPorts.nic_port(nic));
      CHECK(decision.vc_mask == (1 << virtual_channels) - 1);
    }
  }
}

TEST_CASE("RouteFunction: the VC on which a packet comes in from a NIC or by a turn leaves no trace",
          "[route][ROUTE-9]") {
  for (const DatelineName& dateline : kDatelines) {
    const auto routes = make_route_function(machine({6, 6}, 4, dateline, "positive"));
    RouteHeader header;
    for (int from = 0; from < 6; ++from) {
      for (int to = 0; to < 6; ++to) {
        if (from == to) continue;
        header.destination = {3, to};
        const RouteDecision fresh = routes->route({3, from}, kPorts.nic_port(0), 0, header);
        for (const int in_port : {0, 1, kPorts.nic_port(2)}) {
          for (int vc = 0; vc < 4; ++vc) {
            CHECK(routes->route({3, from}, in_port, vc, header).vc_mask == fresh.vc_mask);
          }
        }
      }
    }
  }
}

TEST_CASE("RouteFunction: every VC of a class leads to the same class on the next link", "[route][ROUTE-6][ROUTE-7]") {
  constexpr int kVcs = 5;  // class 0: VC 0..2, class 1: VC 3 and 4
  RouteHeader header;
  header.destination = {4, 0};
  for (const char* const dateline : {"crossing", "entry"}) {
    const auto routes = make_route_function(machine({9, 2}, kVcs, dateline, "positive"));
    for (int vc = 0; vc < kVcs; ++vc) {
      const int staying = routes->route({2, 0}, static_cast<int>(Direction::kMinusX), vc, header).vc_mask;
      CHECK(staying == (vc < 3 ? 0b00111 : 0b11000));
    }
  }
}

}  // namespace
}  // namespace tactus
