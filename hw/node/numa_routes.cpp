#include "hw/node/numa_routes.h"

#include <deque>

namespace tactus {

NumaRoutes::NumaRoutes(const NumaNodeConfig& config)
    : sockets_(config.sockets), ways_(static_cast<std::size_t>(sockets_ * sockets_)) {
  for (int to = 0; to < sockets_; ++to) find_ways_to(to, config);
}

void NumaRoutes::find_ways_to(int to, const NumaNodeConfig& config) {
  const auto way = [&](int from) -> Way& { return ways_[static_cast<std::size_t>(from * sockets_ + to)]; };
  std::deque<int> reached{to};
  way(to).distance = 0;
  while (!reached.empty()) {
    const int here = reached.front();
    reached.pop_front();
    for (std::size_t i = 0; i < config.socket_links.size(); ++i) {
      const NumaNodeConfig::SocketLink& link = config.socket_links[i];
      if (link.from != here && link.to != here) continue;
      const int there = link.from == here ? link.to : link.from;
      if (way(there).distance != kNowhere) continue;
      way(there) = {static_cast<int>(i), way(here).distance + 1};
      reached.push_back(there);
    }
  }
}

}  // namespace tactus
