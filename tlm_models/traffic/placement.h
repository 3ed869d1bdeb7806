#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/traffic/rank_shape.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Registration of a placement, in tlm_models/traffic/placements/<name>.cpp.
struct PlacementPolicy : Policy {
  /// The processor of each rank: a permutation of all. nullptr: every rank runs on the processor of its number.
  std::vector<int> (*processors)(const RankShape& shape, std::uint64_t seed) = nullptr;
};

/// Whether every rank runs on the processor of its number.
inline bool is_in_order(const WorkloadConfig& config) { return policy(config.placement).processors == nullptr; }

}  // namespace tactus
