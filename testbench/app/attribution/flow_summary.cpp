#include "testbench/app/attribution/flow_summary.h"

#include <algorithm>

#include "testbench/app/attribution/node_coordinates.h"

namespace tactus {
namespace {

constexpr std::size_t kWorstLinks = 5;

std::vector<LinkRecord> worst_links(const FlowAttribution& attribution, const FlowNetwork& network, Picoseconds end) {
  std::vector<LinkId> links;
  const auto lost = [&](LinkId link) { return attribution.links()[static_cast<std::size_t>(link)].lost; };
  for (LinkId link = 0; link < network.topology().links(); ++link) {
    if (lost(link) > 0) links.push_back(link);
  }
  std::stable_sort(links.begin(), links.end(), [&](LinkId a, LinkId b) { return lost(a) > lost(b); });
  links.resize(std::min(links.size(), kWorstLinks));
  std::vector<LinkRecord> worst;
  for (const LinkId link : links) {
    const double possible = network.topology().bandwidth(link) * static_cast<double>(end.count());
    const LinkLosses& losses = attribution.links()[static_cast<std::size_t>(link)];
    worst.push_back({network.topology().link_name(link), link, losses.lost, losses.messages,
                     possible > 0 ? network.bytes_through(link) / possible : 0});
  }
  return worst;
}

}  // namespace

FlowAttributionSummary summarise(const FlowAttribution& attribution, const FlowNetwork& network, Picoseconds end) {
  FlowAttributionSummary summary{attribution.sums().total(), attribution.sums().by_sequence(),
                                 worst_links(attribution, network, end)};
  std::sort(summary.sequences.begin(), summary.sequences.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return summary;
}

FlowPathSummary summarise(const std::vector<FlowPathStep>& steps, const FlowTopology& topology,
                          const NetworkShape& nodes) {
  return path_in_short<FlowPathSummary>(steps, [&](FlowPlace place, FlowPathPart part, std::uint64_t picoseconds) {
    FlowPathSum sum{part, {}, {}, picoseconds};
    if (place.link == FlowPlace::kNoLink) {
      sum.node = node_coordinates(nodes, place.node);
    } else {
      sum.link = topology.link_name(place.link);
    }
    return sum;
  });
}

}  // namespace tactus
