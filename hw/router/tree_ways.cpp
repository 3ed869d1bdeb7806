#include "hw/router/tree_ways.h"

#include <algorithm>

namespace tactus {

TreeWays::TreeWays(const LiveLinks& links) : hosts_(links.hosts()), next_(place(links.nodes(), 0)) {
  ToHost left;
  for (int to = 0; to < hosts_; ++to) {
    links.find_distances(to, true, left.down);
    left.any = left.down;
    // The highest nodes first: a way that goes up goes on from a node whose way is known.
    for (const int node : links.from_the_root()) {
      int least = left.any[static_cast<std::size_t>(node)];
      for (const LiveLinks::Link& link : links.of(node)) {
        if (link.up) least = std::min(least, left.any[static_cast<std::size_t>(link.to)] + 1);
      }
      left.any[static_cast<std::size_t>(node)] = static_cast<std::uint16_t>(least);
    }
    find_ways(links, to, left);
  }
}

void TreeWays::find_ways(const LiveLinks& links, int to, ToHost& left) {
  for (int node = 0; node < links.nodes(); ++node) {
    if (node == to) continue;
    const auto at = static_cast<std::size_t>(node);
    const bool needs_way = links.is_live_host(node) && links.is_live_host(to);
    if (needs_way && left.any[at] == LiveLinks::kFar && !without_way_) without_way_ = {node, to};
    Ports first;
    Ports first_down;
    for (const LiveLinks::Link& link : links.of(node)) {
      const auto end = static_cast<std::size_t>(link.to);
      if ((link.up ? left.any : left.down)[end] + 1 == left.any[at]) {
        first.of[static_cast<std::size_t>(first.count++)] = link.port;
      }
      if (!link.up && left.down[end] + 1 == left.down[at]) {
        first_down.of[static_cast<std::size_t>(first_down.count++)] = link.port;
      }
    }
    const auto chosen = [&](const Ports& ports) {
      return ports.count == 0 ? std::uint8_t{0}
                              : ports.of[static_cast<std::size_t>(links.choose(node, to, ports.count))];
    };
    next_[place(node, to)] = chosen(first);
    next_[place(node, to) + 1] = chosen(first_down);
  }
}

}  // namespace tactus
