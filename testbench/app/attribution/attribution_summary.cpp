#include "testbench/app/attribution/attribution_summary.h"

#include <algorithm>

#include "testbench/app/attribution/node_coordinates.h"

namespace tactus {
namespace {

constexpr std::size_t kWorst = 5;

std::vector<OutputRecord> worst_outputs(const LatencyAttribution& attribution, const MachineConfig& config) {
  const int ports = config.ports().count();
  std::vector<PathPlace> places;
  const auto sum_of = [&](PathPlace place) -> const OutputSum& { return attribution.output(place.node, place.port); };
  for (int node = 0; node < config.network.nodes(); ++node) {
    for (int port = 0; port < ports; ++port) {
      const PathPlace place{node, static_cast<std::int8_t>(port)};
      if (sum_of(place).waited() > 0) places.push_back(place);
    }
  }
  std::stable_sort(places.begin(), places.end(),
                   [&](PathPlace a, PathPlace b) { return sum_of(a).waited() > sum_of(b).waited(); });
  places.resize(std::min(places.size(), kWorst));
  std::vector<OutputRecord> outputs;
  for (const PathPlace place : places) outputs.push_back(output_record(attribution, config, place));
  return outputs;
}

std::vector<std::pair<int, SplitSum>> split_sums(const LatencyAttribution& attribution) {
  std::vector<std::pair<int, SplitSum>> sums;
  for (const auto& [number, sum] : attribution.sums().by_sequence()) sums.push_back({number, {sum}});
  if (!attribution.stage_sums()) return sums;
  // Both came up in the same order.
  const auto& stages = attribution.stage_sums()->by_sequence();
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i].second.stages = stages[i].second.time;
  return sums;
}

}  // namespace

NamedPlace named_place(const NetworkShape& network, PathPlace place) {
  NamedPlace named{node_coordinates(network, place.node), {}};
  if (place.port >= 0) named.port = network.output_text(network.coordinate(place.node), place.port);
  return named;
}

OutputRecord output_record(const LatencyAttribution& attribution, const MachineConfig& config, PathPlace place) {
  OutputRecord output{named_place(config.network, place), attribution.output(place.node, place.port), {}};
  const Coordinate here = config.network.coordinate(place.node);
  for (int in = 0; in < config.ports().count(); ++in) {
    const std::uint64_t held = attribution.held_by(place.node, place.port, in);
    if (held > 0) output.held_by.emplace_back(config.network.side_text(here, in), held);
  }
  return output;
}

AttributionSummary summarise(const LatencyAttribution& attribution, const CongestionTrees& trees,
                             const MachineConfig& config) {
  AttributionSummary summary{
      {attribution.sums().total()}, split_sums(attribution), worst_outputs(attribution, config), {}};
  if (attribution.stage_sums()) summary.total.stages = attribution.stage_sums()->total().time;
  const auto seconds = [&](std::uint64_t cycle) {
    return static_cast<double>(config.clock.edge(Cycles{cycle}).count()) * 1e-12;
  };
  for (const CongestionTree& tree : trees.trees()) {
    if (summary.trees.size() == kWorst) break;
    summary.trees.push_back({named_place(config.network, tree.root), tree.circular, seconds(tree.begin),
                             seconds(tree.end), tree.most_outputs, tree.most_packets, tree.packet_cycles});
  }
  std::sort(summary.sequences.begin(), summary.sequences.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return summary;
}

PathSummary summarise(const std::vector<PathStep>& steps, const NetworkShape& network) {
  auto path = path_in_short<PathSummary>(steps, [&](PathPlace place, PathPart part, std::uint64_t cycles) {
    return PathSum{part, named_place(network, place), cycles, part.stage()};
  });
  for (const PathStep& step : steps) {
    if (!step.part.stage()) continue;
    if (!path.stages) path.stages.emplace();
    const auto part = static_cast<LatencyPart>(static_cast<std::size_t>(step.part));
    (*path.stages)[stage_part(part, *step.part.stage())] += step.end - step.begin;
  }
  return path;
}

}  // namespace tactus
