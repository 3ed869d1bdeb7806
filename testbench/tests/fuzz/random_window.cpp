#include "hw/nic/pacing_settings.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/fuzz/random_parts.h"
#include "testbench/tests/support/drawn_schedule.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

int random_width(Dice& dice) { return dice.chance(80) ? dice.between(1, 4) : dice.between(5, kMaxPaceWindow); }

}  // namespace

void vary_window(Dice& dice, Scenario& scenario) {
  if (sequence_count(scenario.workload, scenario.ranks()) == 0 || dice.chance(70)) return;
  if (scenario.workload.ranks_per_node > 1) return;  // messages can wait in a circle
  scenario.pacing.window = random_width(dice);
}

void vary_schedule_window(Dice dice, Scenario& scenario) {
  const AlgorithmPolicy& algorithm = policy(scenario.workload.algorithm);
  const bool can_have = (algorithm.schedule || algorithm.collective) && scenario.workload.ranks_per_node == 1;
  if (!can_have || dice.chance(40)) return;
  const WorkloadConfig before = scenario.workload;
  PacingConfig pacing = scenario.pacing;
  pacing.window = random_width(dice);
  WorkloadConfig& workload = scenario.workload;
  workload.exchanges = true;
  const auto keeps = [](int, const Operation&) { return true; };
  if (workload.schedule) workload.schedule = part_of(*workload.schedule, scenario.machine.nics(), keeps, true);
  if (validate(pacing).empty() && validate(pacing, workload, scenario.machine).empty()) {
    scenario.pacing = pacing;
  } else {
    workload = before;
  }
}

}  // namespace tactus
