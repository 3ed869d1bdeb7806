#include "testbench/app/kinds/torus/phase_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/common/random.h"
#include "hw/nic/pacer_decisions.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/phase_schedule/phase_exchange.h"
#include "tlm_models/traffic/random_streams.h"

namespace tactus {
namespace {

/// Each node's counter is up to `offset` ahead of the edges, and runs up to `drift` fast or slow.
std::shared_ptr<const std::vector<NodeCounter>> drawn(const CounterSettings& settings, const MachineConfig& machine,
                                                      std::uint64_t seed) {
  if (settings.offset == Picoseconds{0} && settings.drift == 0) return nullptr;
  auto counters = std::make_shared<std::vector<NodeCounter>>();
  const std::uint64_t most = machine.clock.covering(settings.offset).count();
  for (int node = 0; node < machine.network.nodes(); ++node) {
    const RandomStream draws(seed, random_streams::kCounters + static_cast<std::uint64_t>(node));
    const auto range = static_cast<std::uint64_t>(2 * settings.drift + 1);
    counters->emplace_back(Cycles{draws.below(0, most + 1)}, static_cast<int>(draws.below(1, range)) - settings.drift);
  }
  return counters;
}

/// Longest time from the tail of a node's last packet of a sequence to its first flit of the next one. Software returns
/// from its wait, waits for what is left, and posts a receive and a send in each direction. The NIC fetches a
/// descriptor and reads a packet before that flit, and after that tail it writes a packet and interrupts.
Picoseconds time_of_calls(const Scenario& scenario) {
  constexpr Picoseconds kOfNic{400'000};
  constexpr std::uint64_t kAccesses = 4;
  const auto calls = static_cast<std::uint64_t>(2 * scenario.machine.network.directions() + 2);
  const Picoseconds of_calls = scenario.machine.clock.edge(
      Cycles{(scenario.workload.call_overhead + scenario.workload.return_overhead).count() * calls});
  return of_calls + kOfNic + scenario.machine.memory.latency * kAccesses;
}

/// Why the program of the ranks cannot have slots; empty if it can.
std::string program_misfit(const Scenario& scenario) {
  const WorkloadConfig& workload = scenario.workload;
  if (!policy(workload.algorithm).phases) {
    return fmt::format("{} has no schedule of phases: use workload.algorithm {}", workload.algorithm.name(),
                       fmt::join(algorithms_that([](const AlgorithmPolicy& each) { return each.phases; }), " or "));
  }
  if (workload.ranks_per_node != 1) return "a node has slots for one rank: use workload.ranks_per_node 1";
  if (workload.placement != "ordered") return "nodes have slots by their places: use workload.placement ordered";
  for (const RtlReplacement& replacement : scenario.rtl.replace) {
    if (replacement.part == RtlPart::kPacer) return "a pacer of yours gives no slots: leave out rtl.replace.pacer";
  }
  return {};
}

}  // namespace

std::vector<ConfigFault> prepare_phases(Scenario& scenario) {
  scenario.workload.phased = nullptr;
  scenario.machine.counters = drawn(scenario.counter, scenario.machine, scenario.seed);
  if (!policy(scenario.pacing.mode).phases) return {};
  std::string fault = program_misfit(scenario);
  if (fault.empty()) fault = phase_misfit(scenario.machine);
  if (!fault.empty()) return {{"mode", fmt::format("{}: {}", scenario.pacing.mode.name(), fault)}};
  const Clock& clock = scenario.machine.clock;
  PhaseTimes times;
  times.lead = clock.covering(scenario.phase.lead.time.value_or(time_of_calls(scenario))) + scenario.workload.imbalance;
  times.margin = clock.covering(scenario.phase.margin.time.value_or(time_of_calls(scenario)));
  const bool synchronised = scenario.counter.synchronise != CounterMethod::kNone && scenario.workload.sequence_barrier;
  times.clock_error = synchronised ? Cycles{0} : clock.covering(scenario.counter.offset);
  // A tolerance of one cycle stands no lateness.
  const Cycles tolerance = std::max(clock.covering(scenario.phase.tolerance), Cycles{1});
  const Cycles lateness = tolerance + times.clock_error - Cycles{1};
  const PhaseNetwork network =
      phase_network(scenario.machine, scenario.workload.message_size, lateness, clock.covering(scenario.phase.slack));
  fault = network.fault();
  if (fault.empty()) {
    PhaseExchange exchange = plan_phase_exchange(network, scenario.workload.sequences, times);
    if (synchronised && exchange.phased != nullptr) {
      exchange.phased->synchronisation = {scenario.counter.rounds, scenario.counter.drift};
    }
    scenario.workload.phased = std::move(exchange.phased);
    fault = std::move(exchange.refusal);
  }
  if (fault.empty()) return {};
  return {{"mode", fmt::format("{}: no schedule stands {} cycles of tolerance and clock error: {}; use a shorter "
                               "pacing.tolerance",
                               scenario.pacing.mode.name(), lateness.count(), fault)}};
}

}  // namespace tactus
