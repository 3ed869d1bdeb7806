#include "hw/common/link_config.h"

#include "hw/common/link_speeds.h"
#include "testbench/parts/random_links.h"
#include "testbench/parts/random_network.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"

namespace tactus {
namespace {

const Cable kCable{{0, 0}, {1, 0}};

LinkOverride overridden(const std::vector<Cable>& cables, std::uint64_t bandwidth = 2'000'000'000) {
  LinkOverride entry;
  entry.cables = cables;
  entry.bandwidth = BytesPerSecond{bandwidth};
  return entry;
}

LinkOverride of_dimension(int dimension) {
  LinkOverride entry;
  entry.dimension = dimension;
  entry.cable_delay = Picoseconds{50'000};
  return entry;
}

Fields fields(const std::vector<LinkOverride>& overrides) {
  MachineConfig machine;
  machine.link.overrides = overrides;
  return fields_at_fault(machine);
}

Fields fields(const LinkOutage& outage) {
  MachineConfig machine;
  machine.faults.outages = {outage};
  return fields_at_fault(machine);
}

}  // namespace

TEST_CASE("LinkSpeeds: every link has what its own override says, then that of its dimension, then the machine",
          "[LINK-1][LINK-2]") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Dice dice(seed);
    MachineConfig machine;
    machine.network = {dice.between(2, 5), dice.between(2, 5)};
    vary_links(dice, machine, 5, 16, [&] { return machine.network.coordinate(dice.below(machine.network.nodes())); });
    const LinkSpeeds speeds(machine);
    for (int node = 0; node < machine.network.nodes(); ++node) {
      for (int port = 0; port < machine.network.directions(); ++port) {
        const Coordinate from = machine.network.coordinate(node);
        const auto direction = static_cast<Direction>(port);
        LinkSpeed expected = machine.link_speed(dimension_of(direction));
        for (const LinkOverride& entry : machine.link.overrides) {
          if (entry.cables.empty() || !entry.cables[0].joins(from, machine.network.neighbour(from, direction)))
            continue;
          if (entry.bandwidth) expected.own = entry.bandwidth->count();
          if (entry.bandwidth) expected.full = 4'000'000'000;
          if (entry.cable_delay) expected.delay = (78'000 + entry.cable_delay->count() + 3999) / 4000;
        }
        CAPTURE(seed, node, port);
        REQUIRE(speeds.of(node, port) == expected);
        CHECK(expected.delay >= machine.shortest_link_delay().count());
        CHECK(expected.delay <= machine.longest_link_delay().count());
      }
    }
  }
}

TEST_CASE("Link overrides: each fault is found at its member", "[LINK-2]") {
  CHECK(fields({overridden({kCable}), of_dimension(1)}).empty());
  CHECK(fields({overridden({})}) == Fields{"link.overrides[0]"});
  LinkOverride both = of_dimension(1);
  both.cables = {kCable};
  CHECK(fields({both}) == Fields{"link.overrides[0]"});
  LinkOverride nothing;
  nothing.dimension = 0;
  CHECK(fields({nothing}) == Fields{"link.overrides[0]"});
  CHECK(fields({of_dimension(0), of_dimension(2)}) == Fields{"link.overrides[1].dimension"});
  CHECK(fields({of_dimension(1), of_dimension(1)}) == Fields{"link.overrides[1].dimension"});
  CHECK(fields({overridden({kCable}, 4'000'000'001)}) == Fields{"link.overrides[0].bandwidth"});
  CHECK(fields({overridden({kCable}, 3'906'249)}) == Fields{"link.overrides[0].bandwidth"});
  CHECK(fields({overridden({kCable}, 3'906'250)}).empty());
  CHECK(fields({overridden({{{0, 0}, {2, 0}}})}) == Fields{"link.overrides[0].cables"});
  CHECK(fields({overridden({{{0, 0}, {4, 0}}})}) == Fields{"link.overrides[0].cables"});
  CHECK(fields({overridden({kCable}), overridden({{kCable.to, kCable.from}})}) == Fields{"link.overrides[1].cables"});
  MachineConfig machine;
  machine.link.overrides = {overridden({kCable})};
  machine.router.switch_hold = SwitchHold::kFlit;
  CHECK(fields_at_fault(machine) == Fields{"link.overrides[0].bandwidth"});
  machine = {};
  machine.link.switch_delay = Picoseconds{0};
  machine.link.overrides = {of_dimension(0)};
  machine.link.overrides[0].cable_delay = Picoseconds{0};
  CHECK(fields_at_fault(machine) == Fields{"link.overrides[0].cable_delay"});
}

TEST_CASE("Dead routers: each fault is found at its member", "[ROUTE-62]") {
  MachineConfig machine;
  const auto fields_of = [&](std::vector<Coordinate> routers) {
    machine.faults.routers = std::move(routers);
    return fields_at_fault(machine);
  };
  CHECK(fields_of({{3, 1}, {0, 0}}).empty());
  CHECK(machine.idle_nodes() == std::vector<int>{0, 7});
  CHECK(fields_of({{4, 0}}) == Fields{"faults.routers"});
  CHECK(fields_of({{1, 0}, {1, 0}}) == Fields{"faults.routers"});
  machine.network = {3, 2};
  CHECK(fields_of({{0, 0}, {1, 0}, {2, 0}, {0, 1}}).empty());
  CHECK(fields_of({{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}}) == Fields{"faults.routers"});
  machine.faults.cables = {{{0, 0}, {1, 0}}};
  CHECK(fields_of({{1, 0}}) == Fields{"faults.cables"});
  CHECK(fields_of({{2, 1}}).empty());
}

Fields fields(const LinkBreak& entry) {
  MachineConfig machine;
  machine.faults.breaks = {entry};
  return fields_at_fault(machine);
}

/// Faults of breaks and outages of the routers of a network of 3x2.
Fields fields_of_routers(std::vector<LinkBreak> breaks, std::vector<LinkOutage> outages = {}) {
  MachineConfig machine;
  machine.network = {3, 2};
  machine.faults.routers = {{0, 0}};
  machine.faults.breaks = std::move(breaks);
  machine.faults.outages = std::move(outages);
  return fields_at_fault(machine);
}

TEST_CASE("Breaks and outages of routers: each fault is found at its member", "[ROUTE-64][LINK-3]") {
  const Picoseconds later{2'000'000};
  const auto routers = [&](std::vector<Coordinate> list) { return LinkBreak{{{}, {}, std::move(list)}, later}; };
  CHECK(fields_of_routers({routers({{1, 0}, {2, 0}}), routers({{2, 1}})}).empty());
  CHECK(fields_of_routers({routers({{1, 0}, {2, 0}}), routers({{2, 1}, {1, 1}})}) == Fields{"faults.breaks"});
  CHECK(fields_of_routers({routers({{0, 0}})}) == Fields{"faults.breaks[0].routers"});
  CHECK(fields_of_routers({routers({{1, 0}}), routers({{1, 0}})}) == Fields{"faults.breaks[1].routers"});
  CHECK(fields_of_routers({routers({{3, 0}})}) == Fields{"faults.breaks[0].routers"});
  CHECK(fields_of_routers({LinkBreak{{{}, {{1, 0}}, {}}, later}}) == Fields{"faults.breaks[0].switches"});
  const LinkBreak both{{{{{1, 0}, {1, 1}}}, {}, {{1, 1}}}, later};
  CHECK(fields_of_routers({both}) == Fields{"faults.breaks[0].cables"});
  const auto outage = [&](std::vector<Coordinate> list) { return LinkOutage{{{}, {}, std::move(list)}, {}, later}; };
  CHECK(fields_of_routers({}, {outage({{1, 0}}), outage({{1, 0}})}).empty());
  CHECK(fields_of_routers({}, {outage({{0, 0}})}) == Fields{"faults.outages[0].routers"});
  CHECK(fields_of_routers({}, {outage({{0, 2}})}) == Fields{"faults.outages[0].routers"});
  MachineConfig machine;
  machine.faults.routers = {{1, 0}};
  machine.faults.breaks = {routers({{3, 1}, {0, 0}})};
  CHECK(machine.idle_nodes() == std::vector<int>{0, 1, 7});
}

TEST_CASE("Breaks of cables: each fault is found at its member", "[ROUTE-59]") {
  const Picoseconds later{2'000'000};
  CHECK(fields(LinkBreak{{{kCable}}, later}).empty());
  CHECK(fields(LinkBreak{{}, later}) == Fields{"faults.breaks[0]"});
  CHECK(fields(LinkBreak{{{kCable}}, {}}) == Fields{"faults.breaks[0].at"});
  CHECK(fields(LinkBreak{{{{{0, 0}, {2, 0}}}}, later}) == Fields{"faults.breaks[0].cables"});
  MachineConfig machine;
  machine.faults.breaks = {{{{kCable}}, later}, {{{{kCable.to, kCable.from}}}, later}};
  CHECK(fields_at_fault(machine) == Fields{"faults.breaks[1].cables"});
  machine.faults.breaks.pop_back();
  machine.faults.outages = {{{{kCable}}, {}, later}};
  CHECK(fields_at_fault(machine) == Fields{"faults.breaks[0].cables"});
  machine.faults.outages.clear();
  machine.faults.cables = {kCable};
  CHECK(fields_at_fault(machine) == Fields{"faults.breaks[0].cables"});
  machine.faults.cables.clear();
  machine.router.switch_hold = SwitchHold::kFlit;
  CHECK(fields_at_fault(machine) == Fields{"faults.breaks[0]"});
}

TEST_CASE("Breaks of cables: a link lasts if no break takes its cable away", "[ROUTE-59]") {
  MachineConfig machine;
  machine.faults.breaks = {{{{kCable}}, Picoseconds{1}}};
  CHECK(machine.has_link({0, 0}, Direction::kPlusX));
  CHECK_FALSE(machine.link_lasts({0, 0}, Direction::kPlusX));
  CHECK_FALSE(machine.link_lasts({1, 0}, Direction::kMinusX));
  CHECK(machine.link_lasts({0, 0}, Direction::kMinusX));
  CHECK(machine.link_lasts({0, 1}, Direction::kPlusX));
}

TEST_CASE("Interruptions of links: each fault is found at its member", "[LINK-3][LINK-4]") {
  const Picoseconds later{2'000'000};
  CHECK(fields(LinkOutage{{{kCable}}, {}, later}).empty());
  CHECK(fields(LinkOutage{{}, {}, later}) == Fields{"faults.outages[0]"});
  CHECK(fields(LinkOutage{{{kCable}}, later, later}) == Fields{"faults.outages[0].until"});
  CHECK(fields(LinkOutage{{{kCable}}, {}, MachineConfig{}.clock.edge(kLongestOutage)}) ==
        Fields{"faults.outages[0].until"});
  CHECK(fields(LinkOutage{{{{{0, 0}, {2, 0}}}}, {}, later}) == Fields{"faults.outages[0].cables"});
  MachineConfig machine;
  machine.faults.cables = {kCable};
  machine.faults.outages = {{{{{kCable.to, kCable.from}}}, {}, later}};
  CHECK(fields_at_fault(machine) == Fields{"faults.outages[0].cables"});
  machine.faults = {};
  machine.faults.bit_error_rate = 0.5 / (8 * 2048);
  CHECK(fields_at_fault(machine).empty());
  machine.router.switch_hold = SwitchHold::kFlit;
  CHECK(fields_at_fault(machine) == Fields{"faults.bit_error_rate"});
  machine.router.switch_hold = SwitchHold::kPacket;
  for (const double rate : {-1e-9, 0.51 / (8 * 2048)}) {
    machine.faults.bit_error_rate = rate;
    CHECK(fields_at_fault(machine) == Fields{"faults.bit_error_rate"});
  }
}

}  // namespace tactus
