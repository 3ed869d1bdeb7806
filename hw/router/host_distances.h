#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/router/live_links.h"

namespace tactus {

/// How far the nodes of a network are from its hosts, and the first links of shortest ways to them, as tables by node
/// and host. Plain class.
class HostDistances {
 public:
  /// `links`: of a network that is not parted.
  explicit HostDistances(const LiveLinks& links);

  /// Links of the shortest way to a host.
  [[nodiscard]] int distance(int from, int to) const { return distances_[place(from, to)]; }
  /// Port of the first link of a shortest way to a host; any number at the host itself.
  [[nodiscard]] int nearest(int node, int to) const { return nearest_[place(node, to)]; }

 private:
  [[nodiscard]] std::size_t place(int node, int to) const {
    return static_cast<std::size_t>(node) * static_cast<std::size_t>(hosts_) + static_cast<std::size_t>(to);
  }
  void find_nearest(const LiveLinks& links, int to, const std::vector<std::uint16_t>& distances);

  int hosts_;
  std::vector<std::uint16_t> distances_;
  std::vector<std::uint8_t> nearest_;
};

}  // namespace tactus
