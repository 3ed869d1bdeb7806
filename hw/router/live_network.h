#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// The links of a machine that carry something, as a graph: how far its nodes are from its hosts, and ways that go up
/// and down a tree (Schroeder et al.: Autonet, IEEE J. Sel. Areas Commun. 9(8), 1991). A link goes up if it leads
/// nearer to the root, or as near to it and to a lower number; in a tree, if it leads to the next level. The root is
/// the first switch, or node 0 of a network without any. A way that never goes up after it has gone down closes no
/// circle.
///
/// Time and memory grow with nodes times hosts.
class LiveNetwork {
 public:
  explicit LiveNetwork(const MachineConfig& config);

  /// Why `config` is too large; empty if it is not.
  [[nodiscard]] static std::string refusal(const MachineConfig& config);
  /// A node, and a host that it has no way to.
  [[nodiscard]] std::optional<std::pair<int, int>> find_parted() const;
  /// Two hosts that are joined, but without a way up and down: in a tree that lacks cables.
  [[nodiscard]] const std::optional<std::pair<int, int>>& without_way() const { return without_way_; }
  /// Links of the shortest way to a host; any number without one.
  [[nodiscard]] int distance(int from, int to) const { return distances_[pair(from, to)]; }
  /// Node at the other end of the link at `port`, or -1.
  [[nodiscard]] int neighbour(int node, int port) const { return neighbours_[place(node, port)]; }
  /// Port of the next link of the shortest way up and down to a host. `down`: the packet may not go up any more.
  [[nodiscard]] int next(int node, int to, bool down) const { return next_[pair(node, to) * 2 + (down ? 1 : 0)]; }
  /// In a graph: port of the first link of a shortest way to a host.
  [[nodiscard]] int nearest(int node, int to) const { return nearest_[pair(node, to)]; }
  /// A packet that comes in by `port` has come down.
  [[nodiscard]] bool comes_down(int node, int port) const { return !goes_up(neighbour(node, port), node); }

 private:
  static constexpr std::uint16_t kFar = UINT16_MAX;

  [[nodiscard]] std::size_t place(int node, int port) const {
    return static_cast<std::size_t>(node * directions_ + port);
  }
  [[nodiscard]] std::size_t pair(int from, int to) const {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(hosts_) + static_cast<std::size_t>(to);
  }
  [[nodiscard]] std::pair<int, int> rank(int node) const { return {depths_[static_cast<std::size_t>(node)], node}; }
  [[nodiscard]] bool goes_up(int from, int to) const { return rank(to) < rank(from); }
  /// Links of the shortest ways from all nodes to this one.
  [[nodiscard]] std::vector<int> links_to(int node) const;
  void find_depths();
  void find_ways(int to);
  void find_nearest(int to);
  [[nodiscard]] std::vector<int> links_down_to(int to) const;
  [[nodiscard]] std::vector<int> links_up_and_down(std::vector<int> down) const;
  /// One of `ports` of `node`, by which ways to `to` of the same length begin.
  [[nodiscard]] int choose(int node, int to, const std::vector<int>& ports) const;

  [[nodiscard]] int port_in_order(int node, int place) const;

  const NetworkGraph* graph_;
  int nodes_;
  int hosts_;
  int directions_;
  std::vector<int> neighbours_;
  std::vector<int> depths_;         ///< by node: links from the root, or levels below it
  std::vector<int> from_the_root_;  ///< nodes by rank
  std::optional<std::pair<int, int>> without_way_;
  std::vector<std::uint16_t> distances_;
  std::vector<std::uint8_t> next_;
  std::vector<std::uint8_t> nearest_;  ///< in a graph
};

/// The live network of `config`; routers of one machine share it.
std::shared_ptr<const LiveNetwork> live_network(const MachineConfig& config);

}  // namespace tactus
