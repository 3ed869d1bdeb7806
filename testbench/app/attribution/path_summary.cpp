#include "testbench/app/attribution/path_summary.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tactus {

PathSummary summarise(const std::vector<PathStep>& steps, const NetworkShape& torus) {
  PathSummary summary;
  summary.network = torus;
  std::map<std::tuple<int, int, LatencyPart>, std::uint64_t> sums;
  for (const PathStep& step : steps) {
    const std::uint64_t cycles = step.end - step.begin;
    summary.cycles += cycles;
    summary.parts[step.part] += cycles;
    sums[{step.place.node, step.place.port, step.part}] += cycles;
  }
  summary.steps = steps.size();
  for (const auto& [key, cycles] : sums) {
    const auto& [node, port, part] = key;
    summary.sums.push_back({part, {node, static_cast<std::int8_t>(port)}, cycles});
  }
  std::stable_sort(summary.sums.begin(), summary.sums.end(),
                   [](const PathSum& a, const PathSum& b) { return a.cycles > b.cycles; });
  return summary;
}

}  // namespace tactus
