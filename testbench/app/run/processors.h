#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/node/fabric.h"
#include "tlm_models/noise/rank_noise.h"
#include "tlm_models/traffic/open_loop_meter.h"
#include "tlm_models/traffic/open_loop_source.h"
#include "tlm_models/traffic/rank_processor.h"
#include "tlm_models/traffic/traffic_observer.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {

/// What a workload needs besides the machine.
struct WorkloadSetup {
  WorkloadConfig workload;
  PacingConfig pacing;
  std::uint64_t seed = 1;
  RankNoiseConfig noise;  ///< of rank processors
};

/// All processors of a machine: rank processors that execute a workload's programs, or open-loop sources.
/// Elaborates them and binds each to its node's registers and interrupt.
class Processors {
 public:
  /// `observer` may be null; it and `fabric` must outlive the processors.
  Processors(Fabric& fabric, const WorkloadSetup& setup, TrafficObserver* observer);

  [[nodiscard]] const Workload* workload() const { return workload_.get(); }  ///< null for open loop
  [[nodiscard]] const OpenLoopMeter* meter() const { return meter_.get(); }   ///< null for closed loop
  [[nodiscard]] OpenLoopMeter* meter() { return meter_.get(); }

  /// Every program has ended, or the open-loop measurement is complete.
  [[nodiscard]] bool finished() const;
  /// Some processor will go on by itself, whatever the network does; open-loop sources do while the network is empty
  /// (with messages in it they may wait for room).
  [[nodiscard]] bool somebody_works() const;
  /// Lines of text: what each processor that waits waits for; at most `limit` of them.
  [[nodiscard]] std::string describe_waiting(std::size_t limit = 12) const;
  /// What programs have left undone; empty if all is well.
  [[nodiscard]] std::vector<std::string> final_faults() const;
  /// Signals of the rank of `node` for waveforms; none of an open-loop source.
  void add_probes(int node, ProbeList& probes, const std::string& scope) const;
  /// What noise has taken from each rank, by node.
  [[nodiscard]] std::vector<Picoseconds> stolen() const;

 private:
  void make_ranks(Fabric& fabric, const WorkloadSetup& setup, TrafficObserver* observer);
  [[nodiscard]] std::unique_ptr<RankProgram> program(int node, const WorkloadSetup& setup) const;
  void make_sources(Fabric& fabric, const WorkloadSetup& setup, TrafficObserver* observer);

  const Fabric& fabric_;
  Picoseconds clock_;
  std::unique_ptr<Workload> workload_;
  RankNoise noise_;
  std::vector<std::unique_ptr<RankProcessor>> ranks_;
  std::unique_ptr<TrafficPattern> pattern_;
  std::unique_ptr<OpenLoopMeter> meter_;
  std::vector<std::unique_ptr<OpenLoopSource>> sources_;
};

}  // namespace tactus
