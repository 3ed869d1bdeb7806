#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/app/scenario/scenario.h"
#include "tlm_models/noise/rank_noise.h"
#include "tlm_models/traffic/rank_interpreter.h"
#include "tlm_models/traffic/rank_map.h"
#include "tlm_models/traffic/rank_view.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {

/// Programs that the processors of a scenario's machine execute, and which processors: equal at every level.
class Software {
 public:
  /// On nodes of that shape. `scenario` must outlive this.
  Software(const Scenario& scenario, NetworkShape nodes);

  /// Null in open loop, and of a machine that has software of its own: rails, a node alone.
  [[nodiscard]] const Workload* workload() const { return workload_.get(); }
  [[nodiscard]] const RankMap& map() const { return map_; }
  [[nodiscard]] const SoftwareConfig& config() const { return config_; }
  /// Sequences of the workload; none in open loop.
  [[nodiscard]] std::vector<SequenceInfo> sequences() const;
  /// Name of the job of each rank, empty for a rank of none; no names if there are no jobs.
  [[nodiscard]] std::vector<std::string> jobs_of_ranks() const;
  /// Program and noise of `rank`.
  [[nodiscard]] RankSetup setup(int rank) const;
  /// Errors of the counters that ranks have synchronised; null if they do not.
  [[nodiscard]] const CounterSynchronisation* synchronisation() const { return synchronisation_.get(); }

 private:
  /// Counter of the node of `rank`.
  [[nodiscard]] NodeCounter counter(int rank) const;
  [[nodiscard]] PhaseBegin phase_begin(int rank) const;

  const Scenario& scenario_;
  std::unique_ptr<Workload> workload_;
  RankMap map_;
  SoftwareConfig config_;
  RankNoise noise_;
  std::unique_ptr<BarrierCounts> barrier_counts_;  ///< null unless sequences begin by barriers
  std::unique_ptr<CounterSynchronisation> synchronisation_;
};

// Of the ranks of a run, in the order given:
[[nodiscard]] bool all_finished(const std::vector<const RankView*>& ranks);
/// Some rank will go on by itself, whatever the network does.
[[nodiscard]] bool somebody_works(const std::vector<const RankView*>& ranks);
/// When the last program ended; 0 if none has.
[[nodiscard]] Picoseconds last_end(const std::vector<const RankView*>& ranks);
/// Lines of text: what each rank that waits waits for.
[[nodiscard]] std::string describe_waiting(const std::vector<const RankView*>& ranks);
/// Faults of programs that have left something undone; empty if all is well.
[[nodiscard]] std::vector<std::string> undone(const std::vector<const RankView*>& ranks);
/// Time that noise has taken from each rank.
[[nodiscard]] std::vector<Picoseconds> stolen(const std::vector<const RankView*>& ranks);

}  // namespace tactus
