#include "testbench/app/results/link_retries.h"

#include <algorithm>

namespace tactus {

void summarise_retries(const Fabric& fabric, RunSummary& summary) {
  const NetworkShape& network = fabric.config().network;
  RetryCounts all;
  RetrySummary retries;
  for (int node = 0; node < network.nodes(); ++node) {
    for (int port = 0; port < network.directions(); ++port) {
      const RetryCounts link = fabric.link_retries(node, static_cast<Direction>(port));
      all += link;
      if (link.repetitions == 0 && link.full_cycles == 0) continue;
      retries.links.push_back({network.link_text(network.coordinate(node), port), link.repetitions,
                               link.discarded_flits, link.full_cycles});
    }
  }
  std::stable_sort(retries.links.begin(), retries.links.end(),
                   [](const auto& a, const auto& b) { return a.repetitions > b.repetitions; });
  retries.links.resize(std::min(retries.links.size(), RetrySummary::kMost));
  retries.discarded_flits = all.discarded_flits;
  retries.full_cycles = all.full_cycles;
  summary.link_repetitions = all.repetitions;
  summary.link_retries = std::move(retries);
}

}  // namespace tactus
