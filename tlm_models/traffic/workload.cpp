#include "tlm_models/traffic/workload.h"

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/checked_workload.h"
#include "tlm_models/traffic/placement.h"

namespace tactus {

std::unique_ptr<Workload> Workload::make(const WorkloadConfig& config, const NetworkShape& nodes, std::uint64_t seed,
                                         int nics) {
  const AlgorithmPolicy& algorithm = policy(config.algorithm);
  if (algorithm.make == nullptr) return nullptr;
  const RankShape shape{nodes, config.ranks_per_node, nics};
  std::unique_ptr<Workload> workload = algorithm.plugin.empty() ? algorithm.make(config, shape, seed)
                                                                : CheckedWorkload::make(algorithm, config, shape, seed);
  // Of ranks that run anywhere only the run knows the hops, and so of nodes that have no place in a grid.
  if (nodes.is_numbered() || !is_in_order(config)) {
    for (SequenceInfo& sequence : workload->sequences_) sequence.hops = 0;
  }
  return workload;
}

std::vector<SequenceInfo> Workload::repetitions_of(int repetitions, int hops) {
  std::vector<SequenceInfo> infos;
  for (int i = 1; i <= repetitions; ++i) infos.push_back({i, 0, hops});
  return infos;
}

std::optional<Picoseconds> Workload::ideal_time(const MachineConfig&) const { return std::nullopt; }

}  // namespace tactus
