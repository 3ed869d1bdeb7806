#pragma once

#include "tlm_models/node/memory/many_core_config.h"

namespace tactus {

/// Mean time of an access beyond one that L1 serves, in cycles: as `NodeMemory` has it, with the directory of the line
/// anywhere on the ring, and with the core that sends or loses it `hops` away.
struct MeanAccessTimes {
  MeanAccessTimes(const ManyCoreConfig& config, double hops);

  double l2;
  double other_core;
  double upgrade;  ///< right to write a line that is in L1
  double memory;

  /// Cycles of an access that takes `cycles`, if a `share` of the accesses go to lines that the prefetcher follows,
  /// several of them under way at once.
  [[nodiscard]] double followed(double cycles, double share) const;

 private:
  double in_flight_;
};

/// From one core to any, itself included.
double mean_hops(int cores);

}  // namespace tactus
