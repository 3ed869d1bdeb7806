#include "tlm_models/traffic/early_messages.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/dissemination.h"
#include "tlm_models/traffic/phased_sequences.h"
#include "tlm_models/traffic/placement.h"

namespace tactus {

std::uint64_t early_messages(const WorkloadConfig& workload, const MachineConfig& machine) {
  const AlgorithmPolicy& algorithm = policy(workload.algorithm);
  return algorithm.early_messages == nullptr ? 0 : algorithm.early_messages(workload, ranks_of(workload, machine));
}

std::uint64_t most_on_a_node(std::vector<std::uint64_t> of_ranks, const WorkloadConfig& config,
                             const RankShape& shape) {
  const auto per_node = static_cast<std::ptrdiff_t>(shape.per_node);
  if (!is_in_order(config)) std::sort(of_ranks.begin(), of_ranks.end(), std::greater<>());
  std::uint64_t most = 0;
  for (auto node = of_ranks.begin(); node != of_ranks.end(); node += per_node) {
    most = std::max(most, std::accumulate(node, node + per_node, std::uint64_t{0}));
  }
  return most;
}

std::uint64_t early_of_exchange(const WorkloadConfig& config, const RankShape& shape, int all, std::uint64_t of_step) {
  const std::uint64_t run = config.sequences.empty() ? static_cast<std::uint64_t>(all) : config.sequences.size();
  if (!config.sequence_barrier) return for_all_ranks(of_step * run, shape);
  // Behind a barrier everybody has received everything: a rank is late by one sequence at most.
  const std::uint64_t of_sequence =
      for_all_ranks((of_step + dissemination_rounds(shape.ranks())) * std::min(run, kStepsBehind), shape);
  // The first request of each neighbour may come early.
  const bool synchronised = config.phased != nullptr && config.phased->synchronisation.on();
  return of_sequence + (synchronised ? static_cast<std::uint64_t>(shape.nodes.directions()) : 0);
}

}  // namespace tactus
