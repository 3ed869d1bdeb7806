#include "hw/router/host_distances.h"

#include <array>

#include "hw/common/router_ports.h"

namespace tactus {

HostDistances::HostDistances(const LiveLinks& links)
    : hosts_(links.hosts()), distances_(place(links.nodes(), 0)), nearest_(distances_.size()) {
  std::vector<std::uint16_t> distances;
  for (int to = 0; to < hosts_; ++to) {
    links.find_distances(to, false, distances);
    find_nearest(links, to, distances);
  }
}

void HostDistances::find_nearest(const LiveLinks& links, int to, const std::vector<std::uint16_t>& distances) {
  for (int node = 0; node < links.nodes(); ++node) {
    const std::uint16_t distance = distances[static_cast<std::size_t>(node)];
    distances_[place(node, to)] = distance;
    std::array<std::uint8_t, kMaxDirections> ports{};
    int count = 0;
    for (const LiveLinks::Link& link : links.of(node)) {
      if (distances[static_cast<std::size_t>(link.to)] < distance) ports[static_cast<std::size_t>(count++)] = link.port;
    }
    if (count == 0) continue;
    nearest_[place(node, to)] = ports[static_cast<std::size_t>(links.choose(node, to, count))];
  }
}

}  // namespace tactus
