#include "tlm_models/traffic/algorithm.h"

#include <fmt/core.h>

namespace tactus {

bool is_open_loop(const AlgorithmName& algorithm) {
  return algorithm.exists() && policy(algorithm).make_pattern != nullptr;
}

int sequence_count(const WorkloadConfig& config, const RankShape& shape) {
  const AlgorithmPolicy& found = policy(config.algorithm);
  return has_sequences(found) ? found.sequences(config, shape) : 0;
}

std::vector<std::string> algorithms_that(bool (*holds)(const AlgorithmPolicy&)) {
  std::vector<std::string> names;
  for (const AlgorithmPolicy* algorithm : all_policies<AlgorithmKind>()) {
    if (holds(*algorithm)) names.push_back(algorithm->name);
  }
  return names;
}

std::string ranks_text(const RankShape& shape) {
  std::string nodes = shape.nodes.text();
  if (shape.nodes.is_numbered() && shape.per_node == 1) return nodes;
  const std::string of_nodes = shape.per_node == 1 ? "" : fmt::format(" nodes of {} ranks", shape.per_node);
  return fmt::format("{}{} = {}", nodes, of_nodes, shape.ranks());
}

std::string grid_misfit(const RankShape& shape, const char* name) {
  if (!shape.nodes.is_numbered()) return {};
  return fmt::format("{} goes by places in a grid, and the nodes of this network have none", name);
}

}  // namespace tactus
