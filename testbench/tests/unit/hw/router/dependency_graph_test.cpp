#include "hw/router/dependency_graph.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "testbench/parts/random_network.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/reference_route.h"

namespace tactus {
namespace {

using test::kDatelines;
using test::kTieBreaks;

constexpr std::uint8_t kVc0 = 0b01;
constexpr std::uint8_t kVc1 = 0b10;

MachineConfig machine(int width, int height, int virtual_channels, const DatelineName& dateline,
                      const TieBreakName& tie_break) {
  MachineConfig config;
  config.network = {width, height};
  config.router.virtual_channels = virtual_channels;
  config.router.dateline = dateline;
  config.router.tie_break = tie_break;
  return config;
}

/// The graph by definition: the written routes of all pairs of nodes of the whole network, turns included.
class BruteForceGraph {
 public:
  explicit BruteForceGraph(const MachineConfig& config)
      : config_(config),
        channels_(static_cast<std::size_t>(config.network.nodes() * config.network.directions() *
                                           config.router.virtual_channels)),
        waits_(channels_, std::vector<bool>(channels_, false)) {
    RouteHeader header;
    for (int source = 0; source < config.network.nodes(); ++source) {
      for (int destination = 0; destination < config.network.nodes(); ++destination) {
        header.source = config.network.coordinate(source);
        header.destination = config.network.coordinate(destination);
        for (unsigned signs = 0; signs < 1U << config.network.dimensions(); ++signs) {
          header.negative = OffsetSigns(signs);
          add(header);
        }
      }
    }
  }

  [[nodiscard]] bool waits(const Channel& holder, const Channel& wanted) const {
    return waits_[number(holder)][number(wanted)];
  }

  /// Kahn's algorithm: take away channels that nobody holds while waiting; what cannot be taken away is cyclic.
  [[nodiscard]] bool is_cyclic() const {
    std::vector<int> holders(channels_, 0);
    for (const auto& wanted : waits_) {
      for (std::size_t c = 0; c < channels_; ++c) holders[c] += wanted[c] ? 1 : 0;
    }
    std::vector<std::size_t> free;
    for (std::size_t c = 0; c < channels_; ++c) {
      if (holders[c] == 0) free.push_back(c);
    }
    for (std::size_t i = 0; i < free.size(); ++i) {
      for (std::size_t c = 0; c < channels_; ++c) {
        if (waits_[free[i]][c] && --holders[c] == 0) free.push_back(c);
      }
    }
    return free.size() < channels_;
  }

 private:
  [[nodiscard]] int vcs() const { return config_.router.virtual_channels; }
  [[nodiscard]] const std::vector<int>& class_vcs(int dateline_class) const {
    return class_vcs_[static_cast<std::size_t>(dateline_class + 1)];
  }
  [[nodiscard]] std::size_t number(const Channel& c) const {
    return static_cast<std::size_t>(
        (config_.network.node(c.node) * config_.network.directions() + static_cast<int>(c.direction)) * vcs() + c.vc);
  }
  void add(const RouteHeader& header) {
    const RouterConfig& router = config_.router;
    const auto route =
        test::reference_route(config_.network, {router.dateline, router.tie_break, router.dimension_order}, header);
    for (std::size_t i = 0; i + 1 < route.size(); ++i) {
      for (const int held : class_vcs(route[i].dateline_class)) {
        auto& wanted = waits_[number({route[i].node, route[i].direction, held})];
        for (const int next : class_vcs(route[i + 1].dateline_class)) {
          wanted[number({route[i + 1].node, route[i + 1].direction, next})] = true;
        }
      }
    }
  }

  MachineConfig config_;
  std::size_t channels_;
  /// VCs of any class, of class 0 and of class 1.
  std::array<std::vector<int>, 3> class_vcs_ = {test::reference_vcs(config_.router.dateline, vcs(), test::kAnyClass),
                                                test::reference_vcs(config_.router.dateline, vcs(), 0),
                                                test::reference_vcs(config_.router.dateline, vcs(), 1)};
  std::vector<std::vector<bool>> waits_;
};

bool deadlock_free(const MachineConfig& config) { return !find_dependency_cycle(config).has_value(); }

/// Whether the machine can deadlock, as both graphs say; the cycle that is found is one of the brute-force graph.
bool is_refused(const MachineConfig& config) {
  const BruteForceGraph graph(config);
  const auto cycle = find_dependency_cycle(config);
  REQUIRE(cycle.has_value() == graph.is_cyclic());
  if (!cycle) return false;
  for (std::size_t i = 0; i < cycle->size(); ++i) {
    const Channel& holder = (*cycle)[i];
    CHECK(graph.waits(holder, (*cycle)[(i + 1) % cycle->size()]));
    CHECK(std::count(cycle->begin(), cycle->end(), holder) == 1);
  }
  return true;
}

TEST_CASE("Dependency graph: agrees with a brute-force graph of all pairs, and its cycles are real",
          "[dependency][ROUTE-12][ROUTE-13][ROUTE-14]") {
  const int virtual_channels = GENERATE(1, 2, 3);
  for (const DatelineName& dateline : kDatelines) {
    for (const TieBreakName& tie_break : kTieBreaks) {
      for (int width = 2; width <= 6; ++width) {
        for (int height = 2; height <= 6; ++height) {
          CAPTURE(width, height, dateline.name(), tie_break.name());
          is_refused(machine(width, height, virtual_channels, dateline, tie_break));
        }
      }
    }
  }
}

TEST_CASE("Dependency graph: agrees with it for tori and meshes of any dimensions, in any order of them",
          "[dependency][ROUTE-12][ROUTE-13][ROUTE-14][ROUTE-17][ROUTE-19]") {
  Dice dice(14);
  int refused = 0;
  for (int i = 0; i < 240; ++i) {
    MachineConfig config;
    config.network = test::random_shape(36, dice);
    config.router.virtual_channels = 1 + i / 6 % 2;
    config.router.dateline = kDatelines[static_cast<std::size_t>(i % 3)];
    config.router.tie_break = kTieBreaks[static_cast<std::size_t>(i / 3 % 2)];
    config.router.dimension_order = random_order(config.network.dimensions(), dice);
    CAPTURE(i, config.network.text());
    bool large_ring = false;
    for (int d = 0; d < config.network.dimensions(); ++d) {
      large_ring = large_ring || (config.network.wraps(d) && config.network.size(d) >= 4);
    }
    const bool classes = config.router.dateline != "none" && config.router.virtual_channels > 1;
    CHECK(is_refused(config) == (large_ring && !classes));
    refused += large_ring && !classes ? 1 : 0;
  }
  CHECK(refused > 40);
  CHECK(refused < 200);
}

TEST_CASE("Dependency graph: rows need no dateline and no second VC, however long they are",
          "[dependency][ROUTE-18][ROUTE-19]") {
  const DatelineName dateline = GENERATE(from_range(kDatelines));
  MachineConfig config;
  config.router.virtual_channels = 1;
  config.router.dateline = dateline;
  config.network = NetworkShape({16, 256}, {false, false});
  CHECK(deadlock_free(config));
  config.network = NetworkShape({3, 64, 5}, {true, false, false});
  CHECK(deadlock_free(config));
  config.network = NetworkShape({3, 64, 5}, {true, false, true});
  const auto cycle = find_dependency_cycle(config);
  REQUIRE(cycle.has_value());
  for (const Channel& c : *cycle) CHECK(dimension_of(c.direction) == 2);
}

TEST_CASE("Dependency graph: with a dateline and two VCs or more every torus is free of deadlock",
          "[dependency][ROUTE-15][key:router.dateline]") {
  const int virtual_channels = GENERATE(2, 3, 8);
  for (const char* const dateline : {"crossing", "entry"}) {
    for (const TieBreakName& tie_break : kTieBreaks) {
      for (int width = 2; width <= 16; ++width) {
        for (int height = 2; height <= 16; ++height) {
          CAPTURE(width, height, dateline, tie_break.name());
          CHECK(deadlock_free(machine(width, height, virtual_channels, dateline, tie_break)));
        }
      }
    }
  }
}

TEST_CASE("Dependency graph: without classes a ring of four or more is refused, one of two or three is not",
          "[dependency][ROUTE-16][key:router.dateline]") {
  const auto [dateline, virtual_channels] =
      GENERATE(table<const char*, int>({{"none", 1}, {"none", 2}, {"none", 8}, {"crossing", 1}, {"entry", 1}}));
  for (const TieBreakName& tie_break : kTieBreaks) {
    for (int width = 2; width <= 8; ++width) {
      for (int height = 2; height <= 8; ++height) {
        CAPTURE(width, height, tie_break.name());
        const bool small_rings = width <= 3 && height <= 3;
        CHECK(deadlock_free(machine(width, height, virtual_channels, dateline, tie_break)) == small_rings);
      }
    }
  }
}

TEST_CASE("Dependency graph: a missing dateline is found in the Y rings too, once round the ring", "[dependency]") {
  const auto cycle = find_dependency_cycle(machine(3, 7, 2, "none", "positive"));
  REQUIRE(cycle.has_value());
  CHECK(cycle->size() == 7);
  for (const Channel& c : *cycle) CHECK(c.direction == Direction::kPlusY);
}

/// What is wrong with a dateline: the VCs that a faulty rule permits instead of `right`.
using Fault =
    std::function<std::uint8_t(std::uint8_t right, bool enters, int in_port, int in_vc, const RouteHeader& header)>;

/// A rule that routes like the right one but makes a fault in choosing VCs.
RouteRule faulty_rule(const MachineConfig& config, const Fault& fault) {
  return
      [routes = std::shared_ptr<const RouteFunction>(make_route_function(config)), fault,
       directions = config.network.directions()](Coordinate here, int in_port, int in_vc, const RouteHeader& header) {
        RouteDecision decision = routes->route(here, in_port, in_vc, header);
        if (decision.out_port < directions) {
          const bool enters = in_port != static_cast<int>(opposite(static_cast<Direction>(decision.out_port)));
          decision.vc_mask = fault(decision.vc_mask, enters, in_port, in_vc, header);
        }
        return decision;
      };
}

TEST_CASE("Dependency graph: of the circles of several dimensions the shortest one is told", "[dependency][ROUTE-39]") {
  MachineConfig config;
  config.network = {7, 5, 8, 4, 6};
  config.nic.count = 1;
  config.router.virtual_channels = 1;
  for (const char* routing : {"dimension_order", "romm"}) {
    config.router.routing = routing;
    config.router.virtual_channels = policy(config.router.routing).sets;
    const auto cycle = find_dependency_cycle(config);
    REQUIRE(cycle.has_value());
    CHECK(cycle->size() == 4);
    CHECK(dimension_of(cycle->front().direction) == 3);
  }
}

TEST_CASE("Dependency graph: a wrong dateline is refused", "[dependency]") {
  const MachineConfig config = machine(6, 6, 2, "crossing", "signed");
  const auto refused = [&config](const Fault& fault) {
    const auto cycle = find_dependency_cycle(config.network, {0, 1}, 2, faulty_rule(config, fault));
    return cycle.has_value();
  };
  const auto comes_from_x = [](int in_port) { return in_port < static_cast<int>(Direction::kPlusY); };

  CHECK_FALSE(refused([](auto right, bool, int, int, const auto&) { return right; }));
  // One class everywhere.
  CHECK(refused([](auto, bool, int, int, const auto&) { return kVc0; }));
  CHECK(refused([](auto, bool, int, int, const auto&) { return kVc1; }));
  // Class 1 is kept on the turn.
  CHECK(refused([&](auto right, bool enters, int in_port, int in_vc, const auto&) {
    return enters && comes_from_x(in_port) && in_vc == 1 ? kVc1 : right;
  }));
  // Class 1 on the wraparound link only.
  CHECK(refused([](auto right, bool, int, int in_vc, const auto&) { return in_vc == 1 ? kVc0 : right; }));
  // Class 1 from the second link on, wherever the ring was entered.
  CHECK(refused([](auto, bool enters, int, int, const auto&) { return enters ? kVc0 : kVc1; }));
  // Right for one sign only.
  CHECK(refused([](auto right, bool, int, int, const auto& h) { return h.negative[0] ? kVc0 : right; }));
  CHECK(refused([](auto right, bool, int, int, const auto& h) { return h.negative[0] ? right : kVc0; }));
}

TEST_CASE("Dependency graph: a class that is kept on a turn is refused, wherever in the order the turn is",
          "[dependency][ROUTE-9][ROUTE-17]") {
  MachineConfig config = machine(6, 6, 2, "crossing", "signed");
  config.network = {6, 2, 6};
  for (const DimensionList<int>& order : {DimensionList<int>{0, 1, 2}, {2, 1, 0}, {1, 0, 2}, {2, 0, 1}}) {
    config.router.dimension_order = order;
    for (int from = 0; from < 3; ++from) {
      const Fault keeps = [&](auto right, bool enters, int in_port, int in_vc, const auto&) {
        return enters && in_port / 2 == from && in_port < 6 && in_vc == 1 ? kVc1 : right;
      };
      const auto cycle = find_dependency_cycle(config.network, order, 2, faulty_rule(config, keeps));
      // Nothing turns out of the last one; behind the last but one, the ring of two closes no circle.
      const bool closes = order.of[2] != from && (order.of[1] != from || order.of[2] != 1);
      CAPTURE(from);
      CHECK(cycle.has_value() == closes);
    }
  }
}

TEST_CASE("Dependency graph: every VC that a packet may hold is followed", "[dependency]") {
  // VC 0 leads to VC 2 and stays there, all round the ring; VC 1 leads to VC 3 and on to VC 4, and ends there.
  constexpr std::array<std::uint8_t, 5> kNext = {0b00100, 0b01000, 0b00100, 0b10000, 0};
  const MachineConfig config = machine(6, 2, 5, "none", "positive");
  const auto starting_with = [&](std::uint8_t entry) {
    return find_dependency_cycle(config.network, {0, 1}, 5,
                                 faulty_rule(config, [=](auto, bool enters, int, int in_vc, const auto&) {
                                   return enters ? entry : kNext[static_cast<std::size_t>(in_vc)];
                                 }));
  };
  CHECK_FALSE(starting_with(0b00010).has_value());
  const auto cycle = starting_with(0b00011);
  REQUIRE(cycle.has_value());
  for (const Channel& c : *cycle) CHECK(c.vc == 2);
}

TEST_CASE("Dependency graph: decides for rings of up to 256 nodes", "[dependency]") {
  CHECK(deadlock_free(machine(64, 64, 2, "crossing", "signed")));
  CHECK(deadlock_free(machine(256, 256, 2, "entry", "signed")));
  CHECK_FALSE(deadlock_free(machine(256, 256, 2, "none", "signed")));
}

TEST_CASE("Dependency graph: a cycle is described channel by channel, the first one again at the end", "[dependency]") {
  const auto cycle = find_dependency_cycle(machine(4, 2, 1, "crossing", "positive"));
  REQUIRE(cycle.has_value());
  CHECK(describe({4, 2}, *cycle) ==
        "(0,0) plus_x VC 0 -> (1,0) plus_x VC 0 -> (2,0) plus_x VC 0 -> (3,0) plus_x VC 0 -> (0,0) plus_x VC 0");
  CHECK(describe({4, 2}, {}).empty());
}

}  // namespace
}  // namespace tactus
