#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "tlm_models/traffic/rank_shape.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Where one of several jobs runs.
struct PlacedJob {
  /// How its algorithm sees its ranks: on a grid if its nodes are a box of the machine, or all of it; else with numbers
  /// alone.
  RankShape shape;
  std::vector<int> processors;  ///< processors of the machine (RankMap), by the job's rank
  /// Dimensions of the job's grid, and of the machine, that are as long as the machine is, so that ways round them are
  /// those of the machine; none unless its ranks are in order.
  std::vector<std::pair<int, int>> whole_dimensions;
};

/// The shapes of the jobs on a machine of that shape, whose `per_node` is the number of processors of each node. They
/// depend on no seed. Jobs that name nodes have these; the others fill what is free, in their order. Idle nodes belong
/// to no job. `workload` is free of `job_placement_faults`.
std::vector<RankShape> job_shapes(const WorkloadConfig& workload, const RankShape& machine);

/// Places the jobs. Of those that have a random placement, the first draws from `seed`, and every other one from a seed
/// of its own that follows from it.
std::vector<PlacedJob> place_jobs(const WorkloadConfig& workload, const RankShape& machine, std::uint64_t seed);

/// Seed of job `index` of a scenario with `seed`.
std::uint64_t job_seed(std::uint64_t seed, std::size_t index);

/// Everything that keeps the jobs from having the ranks that they ask for; fields are "[1].nodes", "[0].ranks".
std::vector<ConfigFault> job_placement_faults(const WorkloadConfig& workload, const RankShape& machine);

}  // namespace tactus
