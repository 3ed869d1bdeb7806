#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/phase_schedule/shapes.h"

namespace tactus {
namespace {

/// Registers' worth of a group: what a program would see of it.
std::vector<std::int64_t> numbers_of(const PhasePlan& plan) {
  std::vector<std::int64_t> all;
  for (const PhaseGroup& group : plan.groups) {
    all.insert(all.end(), {group.load, group.slots, group.slot, group.early, group.lateness});
    for (const PhaseEngine& engine : group.engines) {
      all.push_back(engine.stagger);
      all.insert(all.end(), engine.phases.begin(), engine.phases.end());
    }
  }
  return all;
}

void check_limits(const PhaseNetwork& network, PhaseEffort effort) {
  for (const A2atSequence& sequence : a2at_plan(network.shape)) {
    const auto messages = phase_messages(network, sequence);
    const PhasePlan free = plan_phases(network, messages, effort);
    CAPTURE(network.shape.text(), network.shape.text(sequence.offsets[0]), free.periods());
    REQUIRE(free.refusal.empty());
    CHECK(numbers_of(plan_phases(network, messages, effort, free.periods())) == numbers_of(free));
    CHECK(numbers_of(plan_phases(network, messages, effort, free.periods() + 500)) == numbers_of(free));
    for (const std::int64_t less : {std::int64_t{1}, free.periods() / 3, free.periods()}) {
      const PhasePlan below = plan_phases(network, messages, effort, free.periods() - less);
      CHECK(below.groups.empty());
      CHECK_FALSE(below.refusal.empty());
    }
  }
}

}  // namespace

TEST_CASE("PhasePlan: a limit changes nothing about plans that keep to it, and refuses all others", "[PHASE-4]") {
  for (const NetworkShape& shape :
       {NetworkShape{6, 6}, NetworkShape{9, 9}, NetworkShape{10, 7}, NetworkShape{3, 4, 5}}) {
    for (const PhaseEffort effort : {PhaseEffort::kAny, PhaseEffort::kSturdy}) {
      PhaseNetwork network = phase_torus(shape);
      check_limits(network, effort);
      network.lateness = Cycles{64};
      network.packets = 4;  // ways of few groups and ways of short periods differ more
      check_limits(network, effort);
    }
  }
}

TEST_CASE("PhasePlan: no slot is shorter than a packet and the slack, and none is longer than need be", "[PHASE-10]") {
  for (const int n : {5, 8, 9, 10}) {
    PhaseNetwork network = phase_torus({n, n});
    const auto plain = groups_of(network, a2at_plan(network.shape));
    network.slack = Cycles{5};
    const auto longer = groups_of(network, a2at_plan(network.shape));
    REQUIRE(plain.size() == longer.size());
    for (std::size_t i = 0; i < plain.size(); ++i) {
      CAPTURE(n, i, plain[i].slot, longer[i].slot);
      CHECK(longer[i].slot >= 133);
      CHECK(plain[i].slot >= 128);
      // The load is known of the links, not of the slots.
      CHECK(longer[i].load == plain[i].load);
      if (longer[i].slots == longer[i].load && plain[i].slot == 128) CHECK(longer[i].period() == 133 * longer[i].load);
    }
  }
}

}  // namespace tactus
