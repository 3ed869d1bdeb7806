#include "testbench/tests/fuzz/run_variants.h"

#include "testbench/parts/dice.h"

namespace tactus {
namespace {

Scenario without_pins(const Scenario& scenario) {
  Scenario pure = scenario;
  pure.cycle.nodes.clear();
  return pure;
}

/// Records a node, of all or of those on pins, for a while.
void choose_waves(Dice& dice, RunVariant& variant) {
  Scenario& scenario = variant.scenario;
  const MachineConfig& machine = scenario.machine;
  WavesConfig& waves = scenario.run.waves;
  const std::vector<Coordinate>& pins = scenario.cycle.nodes;
  const int nodes = pins.empty() ? machine.network.nodes() : static_cast<int>(pins.size());
  const int number = dice.below(nodes);
  waves.nodes.list = {pins.empty() ? machine.network.coordinate(number) : pins[static_cast<std::size_t>(number)]};
  waves.from = machine.clock.edge(Cycles{static_cast<std::uint64_t>(dice.below(2000))});
  waves.to = waves.from + machine.clock.edge(Cycles{static_cast<std::uint64_t>(dice.between(1, 3000))});
  variant.waves = true;
  variant.name += " with waves";
  variant.files_only = true;  // the result names what is recorded
}

/// With attribution if there is none, and the other way round.
void turn_attribution(RunVariant& variant) {
  AttributionConfig& attribution = variant.scenario.run.attribution;
  variant.name += attribution.enabled ? " without attribution" : " with attribution";
  attribution.enabled = !attribution.enabled;
  attribution.critical_path = false;
  variant.files_only = true;
}

}  // namespace

test::RunHistory run_plain(const Scenario& scenario) {
  return test::run_with_files(without_pins(scenario), Level::kCycle, {}, false);
}

std::vector<RunVariant> variants_of(const Scenario& scenario, const Threading& threading, std::uint64_t seed) {
  constexpr std::uint64_t kOfVariants = 0x76617269616e7473;  // another stream than the scenario's
  Dice dice(seed ^ kOfVariants);
  const Scenario pure = without_pins(scenario);
  FabricOptions fabric;
  fabric.threading = threading;
  std::vector<RunVariant> variants;
  if (scenario.machine.router.switch_hold == SwitchHold::kFlit) {
    variants.push_back({"cycle", pure, Level::kCycle});
    choose_waves(dice, variants.back());
    return variants;
  }
  variants.push_back({"packet", pure, Level::kPacket, fabric});
  if (!scenario.cycle.nodes.empty()) variants.push_back({"packet with pins", scenario, Level::kPacket, fabric});
  if (dice.chance(15)) {
    variants.push_back({"cycle", pure, Level::kCycle});
    turn_attribution(variants.back());
  }
  if (dice.chance(15)) {
    variants.push_back({"packet", pure, Level::kPacket, fabric});
    turn_attribution(variants.back());
  }
  if (dice.chance(20)) {
    const bool pins = !scenario.cycle.nodes.empty();
    variants.push_back({pins ? "packet with pins" : "cycle", scenario, pins ? Level::kPacket : Level::kCycle, fabric});
    choose_waves(dice, variants.back());
  }
  return variants;
}

HistoryComparison compare_with(const test::RunHistory& plain, const RunVariant& variant) {
  const std::array<std::string, 2> names = {"cycle", variant.name};
  const test::RunHistory other = test::run_with_files(variant.scenario, variant.level, variant.fabric, variant.waves);
  if (!variant.files_only) return test::compare(plain, other, names, variant.scenario.rank_map());
  HistoryComparison comparison;
  comparison.first_difference =
      plain.violation == other.violation
          ? test::file_difference(plain, other, names)
          : "violation: " + plain.violation + " at level cycle, " + other.violation + " at " + variant.name;
  return comparison;
}

}  // namespace tactus
