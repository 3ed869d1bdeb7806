#include <algorithm>

#include "hw/nic/pacer_decisions.h"
#include "testbench/app/kinds/torus/phase_rules.h"
#include "testbench/tests/fuzz/random_parts.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/phased_sequences.h"

namespace tactus {

namespace {

/// The exchange that has slots, on a machine on which it can have them.
void make_fit(Scenario& scenario) {
  MachineConfig& machine = scenario.machine;
  machine.network.wrap = {};
  if (machine.nic.count) {
    machine.nic.count.reset();
    // They may have been listed for other NICs.
    const NodeConfig usual;
    scenario.node.engine_nics = usual.engine_nics;
    scenario.node.memory = usual.memory;
    scenario.node.send_memory = usual.send_memory;
    scenario.node.receive_memory = usual.receive_memory;
  }
  go_in_order(machine);
  scenario.table_file.clear();
  machine.router.dimension_order = {};
  if (machine.router.tie_break != "signed") machine.router.tie_break = "positive";
  WorkloadConfig& workload = scenario.workload;
  workload.algorithm = "a2at";
  workload.ranks_per_node = 1;
  workload.placement = "ordered";
  workload.repetitions = 1;
  workload.sequences.clear();
  workload.sequence_bias.clear();
  scenario.pacing.mode = "phase";
  scenario.pacing.gap = {};
  scenario.pacing.bias = {};
  scenario.pacing.numbers.clear();
  scenario.pacing.window = 0;
}

/// Ranks synchronise counters that may be far apart.
void vary_synchronisation(Dice dice, Scenario& phased) {
  if (!dice.chance(40)) return;
  phased.workload.sequence_barrier = true;
  phased.workload.wait_receives = true;
  phased.counter.synchronise = CounterMethod::kNeighbours;
  phased.counter.rounds = dice.between(1, 3);
  if (dice.chance(50))
    phased.counter.offset = phased.machine.clock.edge(Cycles{static_cast<std::uint64_t>(dice.below(5000))});
}

}  // namespace

void vary_phases(Dice dice, Scenario& scenario) {
  constexpr int kMostDimensions = 2;  // schedules of more take seconds
  constexpr int kMostSequences = 4;
  const AlgorithmPolicy& algorithm = policy(scenario.workload.algorithm);
  const bool is_plain = algorithm.message_size && algorithm.make != nullptr && !algorithm.collective;
  const NetworkShape& network = scenario.machine.network;
  if (!is_plain || network.is_graph() || network.dimensions() > kMostDimensions || dice.chance(40)) return;
  const auto up_to = [&](int cycles) {
    return scenario.machine.clock.edge(Cycles{static_cast<std::uint64_t>(dice.below(cycles + 1))});
  };
  Scenario phased = scenario;
  make_fit(phased);
  const int packet = phased.machine.max_packet_flits();
  phased.phase = {{up_to(800)}, {up_to(800)}, up_to(packet / 3), {}};
  if (dice.chance(50)) phased.counter.offset = up_to(packet / 4);
  if (dice.chance(60)) phased.counter.drift = dice.chance(70) ? dice.below(101) : NodeCounter::kMostDrift;
  Dice later = dice;
  if (later.chance(30)) {
    phased.phase.slack =
        scenario.machine.clock.edge(Cycles{static_cast<std::uint64_t>(later.between(1, std::max(1, packet / 4)))});
  }
  vary_synchronisation(later, phased);
  const auto sequences = [&] { return static_cast<int>(phased.workload.phased->sequences.size()); };
  if (!prepare_phases(phased).empty() || sequences() == 0) return;
  for (int number = dice.between(1, sequences()); number <= sequences(); number += dice.between(1, sequences())) {
    if (phased.workload.sequences.size() == kMostSequences) break;
    phased.workload.sequences.push_back(number);
  }
  if (prepare_phases(phased).empty() && is_executable(phased)) scenario = std::move(phased);
}

}  // namespace tactus
