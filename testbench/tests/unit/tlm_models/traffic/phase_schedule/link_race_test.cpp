#include "testbench/tests/unit/tlm_models/traffic/phase_schedule/link_race.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/phase_schedule/shapes.h"
#include "tlm_models/traffic/phase_schedule/phase_check.h"
#include "tlm_models/traffic/phase_schedule/phase_regroup.h"

namespace tactus {
namespace {

/// Each group alone, with as much lateness as it stands.
void race(const PhaseNetwork& network, const std::vector<PhaseGroup>& groups) {
  for (const PhaseGroup& group : groups) {
    for (const int missing : {0, 10, 50, 90}) {
      LinkRace race(network, static_cast<unsigned>(missing) + 1);
      race.add(group, 0, group.lateness, missing);
      race.run();
      CAPTURE(missing, group.load, network.shape.text(group.engines[0].message.offset));
      CHECK(race.contests() == 0);
      CHECK(race.disorder() == 0);
      CHECK(race.latest() <= group.lateness);
    }
  }
}

TEST_CASE("PhaseSchedule: no packet ever meets another one at a free link, late or missing, whatever the arbiter",
          "[PHASE-3]") {
  for (const NetworkShape& shape : {NetworkShape{8}, NetworkShape{5, 5}, NetworkShape{6, 6}, NetworkShape{9, 9},
                                    NetworkShape{10, 10}, NetworkShape{6, 4}, NetworkShape{3, 3, 3}}) {
    for (const std::uint64_t lateness : {0, 64}) {
      PhaseNetwork network = phase_torus(shape);
      network.lateness = Cycles{lateness};
      network.packets = 5;
      race(network, groups_of(network, a2at_plan(shape)));
      race(network, groups_of(network, phase_sequences(network)));
    }
  }
}

TEST_CASE("PhaseSchedule: sizes whose sequences need other periods are free of meetings too", "[PHASE-3][long]") {
  for (const NetworkShape& shape : {NetworkShape{14, 14}, NetworkShape{15, 15}, NetworkShape{20, 20},
                                    NetworkShape{4, 4, 4}, NetworkShape{5, 5, 5}, NetworkShape{3, 3, 3, 3}}) {
    PhaseNetwork network = phase_torus(shape);
    network.packets = 3;
    race(network, groups_of(network, a2at_plan(shape)));
  }
}

TEST_CASE("PhaseSchedule: more lateness than a group stands lets packets meet", "[PHASE-3]") {
  PhaseNetwork network = phase_torus({9, 9});
  network.packets = 5;
  int contests = 0;
  for (const PhaseGroup& group : groups_of(network, a2at_plan(network.shape))) {
    for (const int missing : {20, 60, 90}) {
      LinkRace race(network, static_cast<unsigned>(missing));
      race.add(group, 0, group.lateness + 40, missing);
      race.run();
      contests += race.contests();
    }
  }
  CHECK(contests > 0);
}

TEST_CASE("PhaseSchedule: a schedule without a wave holds together only while all packets are there", "[PHASE-3]") {
  PhaseNetwork network = phase_torus({9, 9});
  network.packets = 20;
  PhaseGroup group = one_group(network, {{4, 3}, {-4, -3}, {3, 4}, {-3, -4}});
  for (PhaseEngine& engine : group.engines) {
    engine.turns = {};
    engine.cadence.fill(1);
    engine.stagger = engine.message.engine < 2 ? 0 : 4;
  }
  group.set_phases(network);
  for (const int missing : {0, 10}) {
    LinkRace race(network, 1);
    race.add(group, 0, 0, missing);
    race.run();
    CAPTURE(missing);
    CHECK((race.contests() > 0) == (missing > 0));
  }
}

TEST_CASE("PhaseSchedule: groups that begin one after the other do not meet", "[PHASE-7]") {
  for (const NetworkShape& shape :
       {NetworkShape{5, 5}, NetworkShape{9, 9}, NetworkShape{10, 10}, NetworkShape{4, 4, 4}}) {
    PhaseNetwork network = phase_torus(shape);
    network.lateness = Cycles{32};
    network.packets = 3;
    const std::vector<PhaseGroup> groups = groups_of(network, phase_sequences(network));
    const std::vector<std::int64_t> begins = phase_begins(network, groups, network.lateness);
    LinkRace race(network, 1);
    for (std::size_t i = 0; i < groups.size(); ++i) race.add(groups[i], begins[i], 32, 10);
    race.run();
    CAPTURE(shape.text());
    CHECK(race.contests() == 0);
    CHECK(race.disorder() == 0);
    for (std::size_t i = 1; i < groups.size(); ++i) {
      const std::int64_t margin = begins[i] - begins[i - 1] - network.packets * groups[i - 1].period();
      CHECK(margin >= 0);
      CHECK(margin <= 600);
    }
  }
}

/// By link, the first or the last cycle of any packet, where the first packets come as early as they can.
std::map<std::pair<int, int>, std::int64_t> ends_of(const PhaseNetwork& network, const PhaseGroup& group, bool last) {
  std::map<std::pair<int, int>, std::int64_t> ends;
  for (const PhaseEngine& engine : group.engines) {
    for (int node = 0; node < network.shape.nodes(); ++node) {
      for (const PhaseHop& hop : phase_hops(network, group, engine, network.shape.coordinate(node))) {
        const std::int64_t end =
            last ? hop.start + (network.packets - 1) * group.period() + 128 : hop.start - hop.early;
        const auto [at, added] = ends.insert({{network.shape.node(hop.from), static_cast<int>(hop.direction)}, end});
        if (!added) at->second = last ? std::max(at->second, end) : std::min(at->second, end);
      }
    }
  }
  return ends;
}

TEST_CASE("PhaseSchedule: the groups that begin wait for the last packet, though theirs find holes", "[PHASE-7]") {
  for (const NetworkShape& shape : {NetworkShape{9, 9}, NetworkShape{10, 10}, NetworkShape{14, 14}}) {
    PhaseNetwork network = phase_torus(shape);
    network.packets = 2;
    const std::vector<PhaseGroup> groups = groups_of(network, a2at_plan(network.shape));
    const std::vector<std::int64_t> begins = phase_begins(network, groups, Cycles{0});
    for (std::size_t i = 1; i < groups.size(); ++i) {
      const auto first = ends_of(network, groups[i], false);
      for (const auto& [link, end] : ends_of(network, groups[i - 1], true)) {
        const auto next = first.find(link);
        if (next != first.end() && begins[i] + next->second < begins[i - 1] + end) FAIL("group " << i);
      }
    }
  }
}

TEST_CASE("PhaseSchedule: groups that begin a little sooner meet", "[PHASE-7]") {
  PhaseNetwork network = phase_torus({9, 9});
  network.packets = 3;
  const std::vector<PhaseGroup> groups = groups_of(network, a2at_plan(network.shape));
  const std::vector<std::int64_t> begins = phase_begins(network, groups, Cycles{0});
  int late = 0;
  for (std::size_t i = 1; i < groups.size(); ++i) {
    const std::int64_t margin = begins[i] - begins[i - 1] - network.packets * groups[i - 1].period();
    if (margin < 100) continue;
    LinkRace race(network, 1);
    race.add(groups[i - 1], begins[i - 1], 0, 0);
    race.add(groups[i], begins[i] - 100, 0, 0);
    race.run();
    if (race.contests() > 0 || race.latest() > 0) ++late;
  }
  CHECK(late > 0);
}

}  // namespace
}  // namespace tactus
