#pragma once

#include <array>
#include <memory>
#include <vector>

#include "hw/node/numa_waves.h"
#include "tlm_models/node/rdma/rails_experiment.h"

namespace tactus {

/// Signals of two nodes joined by rails: nodes, NICs, processes, cables, and for each rail what its data waits for.
class RailsWaves {
 public:
  /// To be made before the first run of `experiment`, which must outlive it.
  explicit RailsWaves(RailsExperiment& experiment);

  /// Adds all probes: scopes "rails.node_0", the sender, "rails.node_1", and "rails.rail_0" and so on.
  void add_probes(ProbeList& probes, const ProbeTime& now);
  /// First time after `now` at which a value changes although nothing happens on the wheel.
  [[nodiscard]] Picoseconds next_change(Picoseconds now) const;

 private:
  RailsExperiment& experiment_;
  std::array<std::unique_ptr<NumaWaves>, 2> nodes_;
  std::vector<std::array<std::unique_ptr<LinkWaves>, 2>> cables_;  ///< by rail: from side 0, from side 1
};

}  // namespace tactus
