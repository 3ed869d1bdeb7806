#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hw/common/router_ports.h"
#include "hw/router/live_links.h"

namespace tactus {

/// Ways up and down a tree of links (Schroeder et al.: Autonet, IEEE J. Sel. Areas Commun. 9(8), 1991), as a table by
/// node and host. A way that never goes up after it has gone down closes no circle. Plain class.
class TreeWays {
 public:
  /// `links`: of a network that is not parted.
  explicit TreeWays(const LiveLinks& links);

  /// Port of the next link of the shortest way up and down to a host. `down`: the packet may not go up any more.
  [[nodiscard]] int next(int node, int to, bool down) const { return next_[place(node, to) + (down ? 1 : 0)]; }
  /// Two hosts that are joined, but without a way up and down: in a tree that lacks cables.
  [[nodiscard]] const std::optional<std::pair<int, int>>& without_way() const { return without_way_; }

 private:
  /// Links to one host, by node.
  struct ToHost {
    std::vector<std::uint16_t> down;  ///< if the packet may not go up
    std::vector<std::uint16_t> any;   ///< if it may go up first
  };
  /// Ports of links with which ways of the same length begin.
  struct Ports {
    std::array<std::uint8_t, kMaxDirections> of{};
    int count = 0;
  };

  [[nodiscard]] std::size_t place(int node, int to) const {
    return (static_cast<std::size_t>(node) * static_cast<std::size_t>(hosts_) + static_cast<std::size_t>(to)) * 2;
  }
  void find_ways(const LiveLinks& links, int to, ToHost& left);

  int hosts_;
  std::vector<std::uint8_t> next_;  ///< by node, host, and whether the packet has come down
  std::optional<std::pair<int, int>> without_way_;
};

}  // namespace tactus
