#pragma once

#include "tlm_models/memory/many_core_config.h"

namespace tactus {

/// What an access takes on average beyond one that L1 serves, in cycles: as `NodeMemory` has it, with the directory of
/// the line anywhere on the ring, and with the core that sends or loses it `hops` away.
struct MeanAccessTimes {
  MeanAccessTimes(const ManyCoreConfig& config, double hops);

  double l2;
  double other_core;
  double upgrade;  ///< right to write a line that is in L1
  double memory;

  /// Of the prefetcher's lines so many are under way at once. `share` of the accesses are such.
  [[nodiscard]] double followed(double cycles, double share) const;

 private:
  double in_flight_;
};

/// From one core to any, itself included.
double mean_hops(int cores);

}  // namespace tactus
