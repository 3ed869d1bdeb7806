#include "hw/nic/pacer_decisions.h"
#include "testbench/app/scenario/key_groups.h"

namespace tactus {

std::vector<KeySpec> phase_keys() {
  std::vector<PaceModeName> modes;
  for (const PaceModePolicy* mode : all_policies<PaceModeKind>()) {
    if (mode->phases) modes.emplace_back(mode->name);
  }
  const Condition with_phases = only_with("pacing.mode", AT(pacing.mode), std::move(modes));
  Condition by_schedule{"workload.sequence_barrier",
                        [](const Scenario& scenario) { return !scenario.workload.sequence_barrier; },
                        "workload.sequence_barrier false", "`workload.sequence_barrier` false"};
  Condition by_barrier = only_with("workload.sequence_barrier", AT(workload.sequence_barrier), {true});
  return on(
      on_torus(),
      {key("pacing.tolerance", AT(phase.tolerance),
           "Time for which a slot may be used. The schedule stands that much and `counter.offset` together, so a "
           "longer tolerance can make it slower.",
           with_phases),
       key("pacing.lead", AT(phase.lead),
           "Time from the latest begin of a rank's program to the first slot of its first sequence; by_calls is as "
           "long as "
           "for pacing.margin. With "
           "`workload.sequence_barrier` also from the time at which the last rank enters a barrier to the first slot "
           "of "
           "the sequence after it.",
           with_phases),
       key("pacing.margin", AT(phase.margin),
           "Time between two sequences, in which software ends one and begins the next one. by_calls is that of two "
           "calls and two for each direction of the network, 400 ns, and four times memory.latency.",
           with_phases, by_schedule),
       key("pacing.slack", AT(phase.slack),
           "Time by which each slot is longer than a packet takes on a link. Links then have time for what comes "
           "besides "
           "the slots: packets of late ranks, messages of barriers.",
           with_phases),
       key("counter.offset", AT(counter.offset),
           "Longest time by which a node's common counter is ahead of another one's at the beginning of the run; "
           "each has a random offset, by `seed` and node.",
           with_phases),
       key("counter.drift", AT(counter.drift),
           "Parts per million by which a node's common counter is fast or slow at most; each has a random drift, "
           "by `seed` and node.",
           with_phases, range(0, NodeCounter::kMostDrift)),
       key("counter.synchronise", AT(counter.synchronise),
           "How ranks synchronise the common counters of their nodes before the first sequence: not at all, or by "
           "exchanges of time stamps along a tree of neighbours. With `counter.drift` they do it again after 1, 4, 16 "
           ".. sequences. The schedule then stands `pacing.tolerance` alone.",
           with_phases, by_barrier),
       key("counter.rounds", AT(counter.rounds),
           "Exchanges of time stamps with each neighbour in a synchronisation; the one with the shortest round trip "
           "counts.",
           with_phases, range(1, 100), by_barrier,
           only_with("counter.synchronise", AT(counter.synchronise), {CounterMethod::kNeighbours}))});
}

}  // namespace tactus
