#include <functional>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/phase_schedule/shapes.h"
#include "tlm_models/traffic/phase_schedule/phase_check.h"
#include "tlm_models/traffic/phase_schedule/phase_pattern.h"

namespace tactus {
namespace {

std::vector<int> destinations(const NetworkShape& shape, const std::function<int(int)>& of) {
  std::vector<int> to;
  for (int node = 0; node < shape.nodes(); ++node) to.push_back(of(node));
  return to;
}

std::vector<int> shifted(const NetworkShape& shape, Coordinate by) {
  return destinations(shape, [&](int node) { return shape.node(shape.wrapped(shape.coordinate(node), by)); });
}

PhasePlan planned(const PhaseNetwork& network, const std::vector<std::vector<int>>& destinations) {
  const PhasePattern pattern = phase_pattern(network, destinations);
  REQUIRE(pattern.refusal.empty());
  const PhasePlan plan = plan_phases(network, pattern.messages);
  for (const PhaseGroup& group : plan.groups) CHECK(check_phases(network, group).faults.empty());
  return plan;
}

TEST_CASE("PhasePattern: neighbours in all directions need one slot and no wave", "[PHASE-6]") {
  for (const NetworkShape& shape :
       {NetworkShape{5}, NetworkShape{6, 4}, NetworkShape{4, 4, 4}, NetworkShape{3, 3, 3, 3}}) {
    const PhaseNetwork network = phase_torus(shape);
    std::vector<std::vector<int>> halo;
    for (int d = 0; d < shape.dimensions(); ++d) {
      for (const int step : {1, -1}) {
        Coordinate offset;
        offset.set(d, step);
        halo.push_back(shifted(shape, offset));
      }
    }
    const PhasePlan plan = planned(network, halo);
    REQUIRE(plan.groups.size() == 1);
    CHECK(plan.groups[0].period() == 128);
    CHECK(plan.groups[0].engines.size() == halo.size());
  }
}

TEST_CASE("PhasePattern: a ring and a shift by any offset have slots", "[PHASE-6]") {
  const PhasePlan ring = planned(phase_torus({8}), {shifted({8}, {1, 0}), shifted({8}, {-1, 0})});
  CHECK(ring.periods() == 128);
  const PhaseNetwork network = phase_torus({7, 5});
  const PhasePlan shift = planned(network, {shifted(network.shape, {3, -2})});
  CHECK(shift.load == 3);
  CHECK(shift.cost(network) == 0);
}

TEST_CASE("PhasePattern: half a ring is sent the plus way", "[PHASE-6]") {
  const PhasePattern pattern = phase_pattern(phase_torus({8, 4}), {shifted({8, 4}, {-4, 2})});
  REQUIRE(pattern.refusal.empty());
  CHECK(pattern.messages[0].offset == Coordinate{4, 2});
}

TEST_CASE("PhasePattern: says which node sends by another offset", "[PHASE-6]") {
  const NetworkShape shape{4, 4};
  const PhaseNetwork network = phase_torus(shape);
  CHECK(phase_pattern(network, {destinations(shape, [](int node) { return node ^ 1; })}).refusal ==
        "engine 0 sends by (1,0) from (0,0) but by (-1,0) from (1,0)");
  CHECK(phase_pattern(network, {shifted(shape, {1, 0}), destinations(shape, [](int node) { return (node + 1) % 16; })})
            .refusal == "engine 1 sends by (1,0) from (0,0) but by (1,1) from (3,0)");
  CHECK(phase_pattern(network, {{1, 2, 3}}).refusal == "not every node sends");
}

}  // namespace
}  // namespace tactus
