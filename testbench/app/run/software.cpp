#include "testbench/app/run/software.h"

#include <algorithm>

#include "testbench/app/run/machine_kind.h"
#include "tlm_models/traffic/classed_program.h"
#include "tlm_models/traffic/dissemination.h"
#include "tlm_models/traffic/start_offset.h"

namespace tactus {
namespace {

constexpr std::size_t kRanksNamed = 12;

}  // namespace

Software::Software(const Scenario& scenario, NetworkShape nodes)
    : scenario_(scenario),
      workload_(machine_kind(scenario).has_network
                    ? Workload::make(scenario.workload, nodes, scenario.seed, scenario.machine.nics())
                    : nullptr),
      map_(RankMap::make(scenario.workload, nodes, scenario.seed, scenario.machine.nics())),
      config_{scenario.machine.clock,
              scenario.workload.call_overhead,
              scenario.workload.return_overhead,
              scenario.pacing,
              scenario.workload.sequence_bias,
              scenario.workload.copy,
              scenario.node.homes(scenario.machine.nics()),
              scenario.machine.send_queues()},
      noise_(scenario.noise, scenario.seed),
      barrier_counts_(scenario.workload.phased != nullptr && scenario.workload.sequence_barrier
                          ? std::make_unique<BarrierCounts>(map_.ranks(), dissemination_rounds(map_.ranks()))
                          : nullptr),
      synchronisation_(scenario.workload.phased != nullptr && scenario.workload.phased->synchronisation.on()
                           ? std::make_unique<CounterSynchronisation>(map_.ranks(), counter(0),
                                                                      scenario.workload.phased->synchronisation.drift)
                           : nullptr) {}

NodeCounter Software::counter(int rank) const {
  return scenario_.machine.counter(scenario_.machine.network.coordinate(map_.node(rank)));
}

PhaseBegin Software::phase_begin(int rank) const {
  const PhasedSequences* phased = scenario_.workload.phased.get();
  if (phased == nullptr) return {};
  return {phased, barrier_counts_.get(), rank, SynchronisedCounter(counter(rank), rank, synchronisation_.get())};
}

std::vector<SequenceInfo> Software::sequences() const {
  return workload_ ? workload_->sequences() : std::vector<SequenceInfo>{};
}

std::vector<std::string> Software::jobs_of_ranks() const {
  const std::vector<JobInfo> jobs = workload_ ? workload_->jobs() : std::vector<JobInfo>{};
  if (jobs.empty()) return {};
  std::vector<std::string> names(static_cast<std::size_t>(map_.ranks()));
  for (const JobInfo& job : jobs) {
    for (const int rank : job.ranks) names[static_cast<std::size_t>(rank)] = job.name;
  }
  return names;
}

RankSetup Software::setup(int rank) const {
  const Cycles late = start_offset(scenario_.workload.imbalance, scenario_.seed, map_.processor(rank));
  return {rank,
          begun_late(in_class(workload_->program(rank), scenario_.workload.class_number), late),
          noise_.of(map_.node(rank)),
          map_.processor(rank),
          map_.ranks(),
          phase_begin(rank),
          map_.node(rank)};
}

bool all_finished(const std::vector<const RankView*>& ranks) {
  return std::all_of(ranks.begin(), ranks.end(), [](const RankView* rank) { return rank->finished(); });
}

bool somebody_works(const std::vector<const RankView*>& ranks) {
  return std::any_of(ranks.begin(), ranks.end(), [](const RankView* rank) { return rank->busy(); });
}

Picoseconds last_end(const std::vector<const RankView*>& ranks) {
  Picoseconds last;
  for (const RankView* rank : ranks) last = std::max(last, rank->end());
  return last;
}

std::string describe_waiting(const std::vector<const RankView*>& ranks) {
  std::vector<RankStatus> all;
  for (const RankView* rank : ranks) all.push_back(rank->status());
  // Others wait for a processor of a plug-in sooner than it for them: it must be among those that are named.
  std::stable_partition(all.begin(), all.end(), [](const RankStatus& rank) { return !rank.left_to.empty(); });
  return waiting_lines(all, kRanksNamed);
}

std::vector<std::string> undone(const std::vector<const RankView*>& ranks) {
  std::vector<std::string> all;
  for (const RankView* rank : ranks) {
    for (const std::string& fault : rank->status().final_faults()) all.push_back(fault);
  }
  return all;
}

std::vector<Picoseconds> stolen(const std::vector<const RankView*>& ranks) {
  std::vector<Picoseconds> all;
  for (const RankView* rank : ranks) all.push_back(rank->stolen());
  return all;
}

}  // namespace tactus
