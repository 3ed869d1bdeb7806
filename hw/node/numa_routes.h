#pragma once

#include <vector>

#include "hw/node/numa_config.h"

namespace tactus {

/// Which link leads from a socket to another one: shortest ways, of several the one by the link that stands first in
/// the configuration. Links go both ways.
class NumaRoutes {
 public:
  static constexpr int kNowhere = -1;

  explicit NumaRoutes(const NumaNodeConfig& config);

  /// Place in `NumaNodeConfig::socket_links` of the first link on the way; kNowhere if there is none, or none is
  /// needed.
  [[nodiscard]] int link(int from, int to) const { return at(from, to).link; }
  /// Links on the way; kNowhere if there is none.
  [[nodiscard]] int distance(int from, int to) const { return at(from, to).distance; }

 private:
  struct Way {
    int link = kNowhere;
    int distance = kNowhere;
  };
  [[nodiscard]] const Way& at(int from, int to) const { return ways_[static_cast<std::size_t>(from * sockets_ + to)]; }
  void find_ways_to(int to, const NumaNodeConfig& config);

  int sockets_;
  std::vector<Way> ways_;
};

}  // namespace tactus
