#include "testbench/app/results/rank_delays.h"

#include <algorithm>
#include <numeric>

#include "testbench/app/attribution/node_coordinates.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

constexpr std::size_t kMostDelays = 5;

struct Spread {
  double sum_s = 0;
  double mean_s = 0;
  double max_s = 0;
};

Spread spread(const std::vector<Picoseconds>& times) {
  const Picoseconds sum = std::accumulate(times.begin(), times.end(), Picoseconds{});
  return {seconds(sum), seconds(sum) / static_cast<double>(times.size()),
          seconds(*std::max_element(times.begin(), times.end()))};
}

}  // namespace

std::vector<RankDelay> longest_delays(const std::vector<Picoseconds>& times, const RankMap& map) {
  std::vector<std::size_t> ranks;
  for (std::size_t rank = 0; rank < times.size(); ++rank) {
    if (times[rank] > Picoseconds{}) ranks.push_back(rank);
  }
  std::stable_sort(ranks.begin(), ranks.end(), [&](std::size_t a, std::size_t b) { return times[a] > times[b]; });
  ranks.resize(std::min(ranks.size(), kMostDelays));
  std::vector<RankDelay> delays;
  for (const std::size_t rank : ranks) {
    const int number = static_cast<int>(rank);
    delays.push_back({number, node_coordinates(map.shape().nodes, map.node(number)), seconds(times[rank])});
  }
  return delays;
}

NoiseSummary summarise(const std::vector<Picoseconds>& stolen, const RankMap& map) {
  const Spread time = spread(stolen);
  return {time.sum_s, time.mean_s, time.max_s, longest_delays(stolen, map)};
}

std::optional<LateStartSummary> summarise_starts(const std::vector<Picoseconds>& begun, const RankMap& map) {
  if (begun.empty()) return std::nullopt;
  const Spread time = spread(begun);
  if (!(time.max_s > 0)) return std::nullopt;
  return LateStartSummary{time.mean_s, time.max_s, longest_delays(begun, map)};
}

void add_delays(const std::vector<Picoseconds>& stolen, const std::vector<Picoseconds>& begun, const RankMap& map,
                FocusSummary& focus) {
  for (NodeSummary& node : focus.nodes) {
    Picoseconds noise;
    Picoseconds began;
    for (int rank = 0; rank < map.ranks(); ++rank) {
      if (node_coordinates(map.shape().nodes, map.node(rank)) != node.node) continue;
      const auto i = static_cast<std::size_t>(rank);
      if (!stolen.empty()) noise += stolen[i];
      if (!begun.empty()) began = std::max(began, begun[i]);
    }
    if (!stolen.empty()) node.noise_s = seconds(noise);
    if (!begun.empty()) node.began_s = seconds(began);
  }
}

}  // namespace tactus
