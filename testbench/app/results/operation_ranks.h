#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/common/clock.h"
#include "testbench/app/results/operation_times.h"

namespace tactus {

/// Noise that a rank's computing met. Seconds.
struct StolenComputing {
  int rank = 0;
  double noise_s = 0;    ///< by which its computing took longer than its operations ask for
  double compute_s = 0;  ///< that they ask for
};

/// Time in which processors of a rank had nothing to do but wait for messages. Seconds.
struct RankWait {
  int rank = 0;
  double waited_s = 0;      ///< summed over its processors
  std::optional<int> peer;  ///< the rank that it waited for longest; nothing: it waited for its own sends only
  double peer_s = 0;        ///< for that rank
};

/// Computing, noise and waits of the ranks of a schedule. Reference: docs/reference/operations.md.
struct OperationRanks {
  int busiest = 0;                     ///< rank that computes longest; of several the lowest
  double most_compute_s = 0;           ///< that its operations ask for
  double mean_compute_s = 0;           ///< mean over all ranks
  double mean_noise_s = 0;             ///< mean over all ranks
  std::vector<StolenComputing> noise;  ///< the ranks that lost most, at most 5, most first
  std::vector<RankWait> waits;         ///< the ranks that waited longest, at most 5, longest first
};

/// Computing takes cycles of `clock`. What has not ended does not count.
OperationRanks summarise_ranks(const OperationTimes& times, const Clock& clock);

}  // namespace tactus
