#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// The links of a machine that carry something to the end. A link goes up if it leads nearer to the root, or as near to
/// it and to a lower number; in a tree, if it leads to the next level. The root is the first switch that the first host
/// has a way to, or that host if there is none. Hosts whose routers are dead have no links, and nobody needs ways to
/// them. A router or switch that breaks has the links that leave it, and no node has one to it. Plain class.
class LiveLinks {
 public:
  /// Links from a node to another that has no way to it.
  static constexpr std::uint16_t kFar = UINT16_MAX;

  struct Link {
    int to;  ///< node at its end
    std::uint8_t port;
    bool up;
  };
  struct Row {
    const Link* first;
    const Link* last;
    [[nodiscard]] const Link* begin() const { return first; }
    [[nodiscard]] const Link* end() const { return last; }
  };

  explicit LiveLinks(const MachineConfig& config);

  [[nodiscard]] int nodes() const { return static_cast<int>(first_.size()) - 1; }
  [[nodiscard]] int hosts() const { return hosts_; }
  /// Links that leave `node`, in a torus by port, in a graph by the neighbours' numbers.
  [[nodiscard]] Row of(int node) const {
    const auto place = static_cast<std::size_t>(node);
    return {links_.data() + first_[place], links_.data() + first_[place + 1]};
  }
  /// Node at the other end of the link at `port`, or -1. The link carries something in the beginning, and may break.
  [[nodiscard]] int neighbour(int node, int port) const {
    return neighbours_[static_cast<std::size_t>(node * directions_ + port)];
  }
  /// A packet that comes in by `port` has come down.
  [[nodiscard]] bool comes_down(int node, int port) const { return !goes_up(neighbour(node, port), node); }
  /// All nodes, the highest first.
  [[nodiscard]] const std::vector<int>& from_the_root() const { return from_the_root_; }

  /// Fills in by node the links on the shortest way to `to`, and leaves kFar where there is none. `down_only`: over
  /// links by which packets to `to` come down all the way.
  void find_distances(int to, bool down_only, std::vector<std::uint16_t>& distances) const;
  /// A host whose router works to the end.
  [[nodiscard]] bool is_live_host(int node) const { return node < hosts_ && !dead_[static_cast<std::size_t>(node)]; }
  /// Two such hosts that have no way to each other.
  [[nodiscard]] std::optional<std::pair<int, int>> find_parted() const;
  /// One of `several` ways of the same length from `node` to `to`. The destination chooses, so that packets spread: in
  /// a graph by a digit of its number, at each height another one, which leads all packets of a tree's node to a host
  /// down by the same way (mfs, section 4).
  [[nodiscard]] int choose(int node, int to, int several) const;

 private:
  [[nodiscard]] std::pair<int, int> rank(int node) const { return {depths_[static_cast<std::size_t>(node)], node}; }
  [[nodiscard]] bool goes_up(int from, int to) const { return rank(to) < rank(from); }
  void find_links(const MachineConfig& config);
  void find_depths();
  void find_distance_of_breaking(int node, std::vector<std::uint16_t>& distances) const;
  /// There is one.
  [[nodiscard]] int first_live_host() const;

  const NetworkGraph* graph_;
  int hosts_;
  int directions_;
  std::vector<bool> dead_;       ///< by node: its router or switch does not work, or not to the end
  std::vector<int> breaking_;    ///< nodes whose routers or switches work in the beginning, and break
  std::vector<int> neighbours_;  ///< by node and port, over links that may break too
  std::vector<Link> links_;
  std::vector<std::size_t> first_;  ///< by node: its first link; one more at the end
  std::vector<int> depths_;         ///< by node: links from the root, or levels below it
  std::vector<int> from_the_root_;
};

}  // namespace tactus
