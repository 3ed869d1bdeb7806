#include "hw/router/route_function.h"

#include <array>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/reference_route.h"

namespace tactus {
namespace {

using test::kDatelines;
using test::kTieBreaks;

constexpr int kMaxHops = 100;

RouterConfig router_config(int virtual_channels, DatelineKind dateline, TieBreak tie_break) {
  RouterConfig config;
  config.virtual_channels = virtual_channels;
  config.dateline = dateline;
  config.tie_break = tie_break;
  return config;
}

/// Calls `visit(shape)` for all sizes 2..9 x 2..9.
template <class Visit>
void for_each_shape(Visit visit) {
  for (int width = 2; width <= 9; ++width) {
    for (int height = 2; height <= 9; ++height) visit(NetworkShape{width, height});
  }
}

/// Calls `visit(header)` for every pair of different nodes with every combination of signs.
template <class Visit>
void for_each_header(const NetworkShape& shape, Visit visit) {
  RouteHeader header;
  for (int source = 0; source < shape.nodes(); ++source) {
    for (int destination = 0; destination < shape.nodes(); ++destination) {
      if (source == destination) continue;
      header.source = shape.coordinate(source);
      header.destination = shape.coordinate(destination);
      for (const int signs : {0, 1, 2, 3}) {
        header.negative.set(0, (signs & 1) != 0);
        header.negative.set(1, (signs & 2) != 0);
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
  int in_port = nic_port(header.source_nic);
  int in_vc = 0;
  while (steps.size() < kMaxHops) {
    const RouteDecision decision = routes.route(here, in_port, in_vc, header);
    steps.push_back({here, decision});
    if (decision.out_port >= kTorusPorts) break;
    const auto direction = static_cast<Direction>(decision.out_port);
    here = shape.neighbour(here, direction);
    in_port = static_cast<int>(opposite(direction));
    in_vc = lowest_vc(decision.vc_mask);
  }
}

bool is_y(int port) { return port >= static_cast<int>(Direction::kPlusY); }

TEST_CASE("RouteFunction: every pair is connected by the fewest links possible, X before Y",
          "[route][ROUTE-1][ROUTE-2]") {
  for (const TieBreak tie_break : kTieBreaks) {
    for_each_shape([&](const NetworkShape& shape) {
      const RouteFunction routes(shape, router_config(2, DatelineKind::kCrossing, tie_break));
      std::vector<std::vector<int>> distances;
      for (int node = 0; node < shape.nodes(); ++node) {
        distances.push_back(test::reference_distances(shape, shape.coordinate(node)));
      }
      int wrong = 0;
      std::vector<Step> steps;
      for_each_header(shape, [&](const RouteHeader& header) {
        follow(routes, shape, header, steps);
        const std::size_t hops = steps.size() - 1;
        bool good = steps.back().node == header.destination &&
                    static_cast<int>(hops) == distances[shape.node(header.source)][shape.node(header.destination)];
        for (std::size_t i = 0; i + 1 < hops; ++i) {
          good = good && (!is_y(steps[i].decision.out_port) || is_y(steps[i + 1].decision.out_port));
        }
        if (!good) ++wrong;
      });
      CAPTURE(shape.size(0), shape.size(1));
      CHECK(wrong == 0);
    });
  }
}

TEST_CASE("RouteFunction: the number of hops is the distance that a search finds", "[route][ROUTE-5]") {
  for_each_shape([](const NetworkShape& shape) {
    const RouteFunction routes(shape, RouterConfig{});
    int wrong = 0;
    for (int source = 0; source < shape.nodes(); ++source) {
      const std::vector<int> distances = test::reference_distances(shape, shape.coordinate(source));
      for (int destination = 0; destination < shape.nodes(); ++destination) {
        if (routes.hops(shape.coordinate(source), shape.coordinate(destination)) != distances[destination]) ++wrong;
      }
    }
    CAPTURE(shape.size(0), shape.size(1));
    CHECK(wrong == 0);
  });
}

/// A route function with the VC masks that the two dateline classes should have.
struct Candidate {
  RouteFunction routes;
  std::array<std::uint8_t, 2> class_masks{};
};

std::vector<Candidate> candidates(const NetworkShape& shape, const test::ReferenceRules& rules) {
  std::vector<Candidate> list;
  for (const int virtual_channels : {1, 2, 3, 4, 8}) {
    list.push_back({RouteFunction(shape, router_config(virtual_channels, rules.dateline, rules.tie_break))});
    for (const int c : {0, 1}) {
      for (const int vc : test::reference_vcs(rules.dateline, virtual_channels, c)) {
        list.back().class_masks[c] |= 1U << vc;
      }
    }
  }
  return list;
}

bool matches(const std::vector<Step>& steps, const std::vector<test::ReferenceStep>& expected,
             const std::array<std::uint8_t, 2>& class_masks) {
  bool good = steps.size() == expected.size() + 1;
  for (std::size_t i = 0; good && i < expected.size(); ++i) {
    good = steps[i].node == expected[i].node && steps[i].decision.out_port == static_cast<int>(expected[i].direction) &&
           steps[i].decision.vc_mask == class_masks[expected[i].dateline_class];
  }
  return good;
}

TEST_CASE("RouteFunction: ports and VC classes on every link are those of the written rules",
          "[route][ROUTE-1][ROUTE-6][ROUTE-7][ROUTE-8][ROUTE-10][key:router.dateline][key:router.virtual_channels]") {
  const DatelineKind dateline = GENERATE(from_range(kDatelines));
  const TieBreak tie_break = GENERATE(from_range(kTieBreaks));
  CAPTURE(static_cast<int>(dateline), static_cast<int>(tie_break));
  for_each_shape([&](const NetworkShape& shape) {
    const auto list = candidates(shape, {dateline, tie_break});
    int wrong = 0;
    std::vector<Step> steps;
    for_each_header(shape, [&](const RouteHeader& header) {
      const auto expected = test::reference_route(shape, {dateline, tie_break}, header);
      for (const Candidate& candidate : list) {
        follow(candidate.routes, shape, header, steps);
        if (!matches(steps, expected, candidate.class_masks)) ++wrong;
      }
    });
    CAPTURE(shape.size(0), shape.size(1));
    CHECK(wrong == 0);
  });
}

TEST_CASE("RouteFunction: half-way round goes the positive way, or that of the header's sign",
          "[route][ROUTE-3][key:router.tie_break]") {
  RouteHeader header;
  header.source = {1, 2};
  header.negative = OffsetSigns(GENERATE(0x0U, 0xFU));
  const int side = header.negative[0] ? 1 : 0;
  const RouteFunction positive({4, 6}, router_config(2, DatelineKind::kCrossing, TieBreak::kPositive));
  const RouteFunction by_sign({4, 6}, router_config(2, DatelineKind::kCrossing, TieBreak::kSigned));

  header.destination = {3, 2};
  CHECK(positive.route(header.source, nic_port(0), 0, header).out_port == static_cast<int>(Direction::kPlusX));
  CHECK(by_sign.route(header.source, nic_port(0), 0, header).out_port == static_cast<int>(Direction::kPlusX) + side);
  header.destination = {1, 5};
  CHECK(positive.route(header.source, nic_port(0), 0, header).out_port == static_cast<int>(Direction::kPlusY));
  CHECK(by_sign.route(header.source, nic_port(0), 0, header).out_port == static_cast<int>(Direction::kPlusY) + side);
  header.destination = {2, 2};  // no tie: the sign does not matter
  CHECK(by_sign.route(header.source, nic_port(0), 0, header).out_port == static_cast<int>(Direction::kPlusX));
}

TEST_CASE("RouteFunction: at its destination a packet goes to the NIC it is for, on any VC",
          "[route][ROUTE-1][ROUTE-4]") {
  const int virtual_channels = GENERATE(range(1, kMaxVirtualChannels + 1));
  const RouteFunction routes({5, 4}, router_config(virtual_channels, DatelineKind::kCrossing, TieBreak::kPositive));
  RouteHeader header;
  header.source = {2, 3};
  header.destination = header.source;  // sent to its own node: the same holds at once
  for (int nic = 0; nic < kNicPorts; ++nic) {
    header.destination_nic = static_cast<std::uint8_t>(nic);
    for (int in_port = 0; in_port < kRouterPorts; ++in_port) {
      const RouteDecision decision = routes.route(header.destination, in_port, virtual_channels - 1, header);
      CHECK(decision.out_port == nic_port(nic));
      CHECK(decision.vc_mask == (1 << virtual_channels) - 1);
    }
  }
}

TEST_CASE("RouteFunction: the VC on which a packet comes in from a NIC or by a turn leaves no trace",
          "[route][ROUTE-9]") {
  for (const DatelineKind dateline : kDatelines) {
    const RouteFunction routes({6, 6}, router_config(4, dateline, TieBreak::kPositive));
    RouteHeader header;
    for (int from = 0; from < 6; ++from) {
      for (int to = 0; to < 6; ++to) {
        if (from == to) continue;
        header.destination = {3, to};
        const RouteDecision fresh = routes.route({3, from}, nic_port(0), 0, header);
        for (const int in_port : {0, 1, nic_port(2)}) {
          for (int vc = 0; vc < 4; ++vc) {
            CHECK(routes.route({3, from}, in_port, vc, header).vc_mask == fresh.vc_mask);
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
  for (const DatelineKind dateline : {DatelineKind::kCrossing, DatelineKind::kEntry}) {
    const RouteFunction routes({9, 2}, router_config(kVcs, dateline, TieBreak::kPositive));
    for (int vc = 0; vc < kVcs; ++vc) {
      const int staying = routes.route({2, 0}, static_cast<int>(Direction::kMinusX), vc, header).vc_mask;
      CHECK(staying == (vc < 3 ? 0b00111 : 0b11000));
    }
  }
}

}  // namespace
}  // namespace tactus
