#include "testbench/app/attribution/attribution_summary.h"

#include <algorithm>

namespace tactus {
namespace {

constexpr std::size_t kWorst = 5;

std::vector<OutputRecord> worst_outputs(const LatencyAttribution& attribution, const MachineConfig& config) {
  const int ports = config.ports().count();
  std::vector<OutputRecord> outputs;
  for (int node = 0; node < config.network.nodes(); ++node) {
    for (int port = 0; port < ports; ++port) {
      const OutputSum& sum = attribution.output(node, port);
      if (sum.waited() > 0) outputs.push_back({node, port, {sum, {}}});
    }
  }
  std::stable_sort(outputs.begin(), outputs.end(),
                   [](const OutputRecord& a, const OutputRecord& b) { return a.sum.waited() > b.sum.waited(); });
  outputs.resize(std::min(outputs.size(), kWorst));
  for (OutputRecord& output : outputs) {
    for (int in = 0; in < ports; ++in) output.sum.held_by.push_back(attribution.held_by(output.node, output.port, in));
  }
  return outputs;
}

}  // namespace

AttributionSummary summarise(const LatencyAttribution& attribution, const CongestionTrees& trees,
                             const MachineConfig& config) {
  AttributionSummary summary{config.clock,
                             config.network,
                             attribution.sums().total(),
                             attribution.sums().by_sequence(),
                             worst_outputs(attribution, config),
                             trees.trees()};
  summary.trees.resize(std::min(summary.trees.size(), kWorst));
  std::sort(summary.sequences.begin(), summary.sequences.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return summary;
}

}  // namespace tactus
