#include <algorithm>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/phase_schedule/shapes.h"
#include "tlm_models/traffic/phase_schedule/phase_check.h"

namespace tactus {
namespace {

const std::vector<Coordinate> kPair = {{4, 3}, {-4, -3}, {3, 4}, {-3, -4}};

/// Faults of a kind.
std::vector<PhaseFault> only(const PhaseCheck& check, PhaseFaultKind kind) {
  std::vector<PhaseFault> faults;
  for (const PhaseFault& fault : check.faults) {
    if (fault.kind == kind) faults.push_back(fault);
  }
  return faults;
}

TEST_CASE("PhaseCheck: a phase that is one cycle late overlaps on each link of its packet's way, and no other",
          "[PHASE-8]") {
  const PhaseNetwork network = phase_torus({9, 9});
  PhaseGroup group = one_group(network, kPair);
  REQUIRE(check_phases(network, group).faults.empty());
  const Coordinate source{2, 5};
  ++group.engines[0].phases[static_cast<std::size_t>(network.shape.node(source))];
  const std::vector<PhaseHop> way = phase_hops(network, group, group.engines[0], source);
  const PhaseCheck check = check_phases(network, group);
  const auto overlaps = only(check, PhaseFaultKind::kOverlap);
  CHECK(overlaps.size() == check.faults.size());
  REQUIRE(overlaps.size() == way.size());
  for (const PhaseHop& hop : way) {
    CHECK(std::count_if(overlaps.begin(), overlaps.end(), [&](const PhaseFault& fault) {
            return fault.node == hop.from && fault.direction == hop.direction && fault.cycles == 1;
          }) == 1);
  }
}

TEST_CASE("PhaseCheck: a fault names its link and the packet", "[PHASE-8]") {
  const PhaseNetwork network = phase_torus({9, 9});
  PhaseGroup group = one_group(network, kPair);
  const std::size_t node = static_cast<std::size_t>(network.shape.node({2, 5}));
  group.engines[0].phases[node] -= 1;
  const PhaseCheck check = check_phases(network, group);
  REQUIRE(!check.faults.empty());
  const auto first = std::find_if(check.faults.begin(), check.faults.end(), [](const PhaseFault& fault) {
    return fault.node == Coordinate{2, 5} && fault.direction == Direction::kPlusX;
  });
  REQUIRE(first != check.faults.end());
  CHECK(first->text(network.shape) == "overlap by 1 cycle at (2,5) plus_x: engine 0 from (2,5)");
}

TEST_CASE("PhaseCheck: without its stagger a message meets its partner on every link", "[PHASE-8]") {
  const PhaseNetwork network = phase_torus({9, 9});
  PhaseGroup group = one_group(network, kPair);
  REQUIRE(group.engines[2].stagger != 0);
  group.engines[2].stagger = 0;
  group.set_phases(network);
  const auto overlaps = only(check_phases(network, group), PhaseFaultKind::kOverlap);
  for (int node = 0; node < network.shape.nodes(); ++node) {
    CHECK(std::any_of(overlaps.begin(), overlaps.end(), [&](const PhaseFault& fault) {
      return fault.node == network.shape.coordinate(node) && fault.direction == Direction::kPlusX &&
             fault.cycles == 128;
    }));
  }
  CHECK(std::none_of(overlaps.begin(), overlaps.end(),
                     [](const PhaseFault& fault) { return fault.direction == Direction::kMinusX; }));
}

TEST_CASE("PhaseCheck: a packet that would leave before it has come is found where it waits", "[PHASE-8]") {
  PhaseNetwork network = phase_torus({9, 9});
  const PhaseGroup group = one_group(network, {{4, 0}});
  const std::int64_t wait = phase_hops(network, group, group.engines[0], {})[1].wait;
  network.hop[0] = Cycles{26 + static_cast<std::uint64_t>(wait) + 3};
  const auto faults = check_phases(network, group).faults;
  REQUIRE(!faults.empty());
  for (const PhaseFault& fault : faults) {
    CHECK(fault.kind == PhaseFaultKind::kTooEarly);
    CHECK(fault.direction == Direction::kPlusX);
    CHECK(fault.node != fault.source);
    CHECK(fault.cycles >= 2);
    CHECK(fault.cycles <= 4);
  }
}

TEST_CASE("PhaseCheck: more lateness and less room than a group has are told", "[PHASE-8]") {
  PhaseNetwork network = phase_torus({9, 9});
  const PhaseGroup group = one_group(network, kPair);
  const PhaseCheck check = check_phases(network, group);
  network.lateness = Cycles{static_cast<std::uint64_t>(check.lateness)};
  CHECK(check_phases(network, group).faults.empty());
  network.lateness = network.lateness + Cycles{1};
  const auto order = check_phases(network, group).faults;
  REQUIRE(!order.empty());
  for (const PhaseFault& fault : order) {
    CHECK(fault.kind == PhaseFaultKind::kOrder);
    CHECK(fault.cycles == 1);
  }
  network.lateness = Cycles{0};
  network.room = Cycles{static_cast<std::uint64_t>(check.early) - 1};
  const auto room = check_phases(network, group).faults;
  REQUIRE(!room.empty());
  CHECK(room.front().kind == PhaseFaultKind::kRoom);
}

TEST_CASE("PhaseCheck: without a wave, one packet that is missing lets others pass", "[PHASE-3]") {
  const PhaseNetwork network = phase_torus({9, 9});
  PhaseGroup group = one_group(network, kPair);
  for (PhaseEngine& engine : group.engines) {
    engine.turns = {};
    engine.cadence.fill(1);
    engine.stagger = engine.message.engine < 2 ? 0 : 4;
  }
  group.set_phases(network);
  const PhaseCheck check = check_phases(network, group);
  CHECK(only(check, PhaseFaultKind::kOverlap).empty());
  CHECK(check.early == 6 * 102);
  CHECK(check.lateness < 0);
}

TEST_CASE("PhaseCheck: registers have the period, the phase, the begin, and the lateness that clocks leave",
          "[PHASE-7]") {
  const PhaseNetwork network = phase_torus({9, 9});
  const PhaseGroup group = one_group(network, kPair);
  const PhaseEngine& engine = group.engines[1];
  const PhaseRegisters registers = phase_registers(network, group, engine, {3, 7}, 5000, Cycles{20});
  CHECK(registers.period == 7 * 128);
  CHECK(registers.phase == engine.phases[3 + 7 * 9]);
  CHECK(registers.begin == 5000);
  CHECK(registers.tolerance == group.lateness - 20 + 1);
  CHECK(phase_registers(network, group, engine, {3, 7}, 0, Cycles{1000}).tolerance == 0);
}

}  // namespace
}  // namespace tactus
