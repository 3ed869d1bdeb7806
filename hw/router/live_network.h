#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// The links of a machine that carry something, as a graph: how far its nodes are from each other, and ways that go up
/// and down a tree (Schroeder et al.: Autonet, IEEE J. Sel. Areas Commun. 9(8), 1991). A link goes up if it leads
/// nearer to node 0, or as near to it and to a lower number. A way that never goes up after it has gone down closes no
/// circle.
///
/// Time and memory grow with the square of the number of nodes.
class LiveNetwork {
 public:
  static constexpr int kMostNodes = 4096;

  explicit LiveNetwork(const MachineConfig& config);

  /// Two nodes without a way between them.
  [[nodiscard]] std::optional<std::pair<int, int>> find_parted() const;
  /// Links of the shortest way; any number without one.
  [[nodiscard]] int distance(int from, int to) const { return distances_[pair(from, to)]; }
  /// Node at the other end of the link at `port`, or -1.
  [[nodiscard]] int neighbour(int node, int port) const { return neighbours_[place(node, port)]; }
  /// Port of the next link of the shortest way up and down to another node. `down`: the packet may not go up any more.
  [[nodiscard]] int next(int node, int to, bool down) const { return next_[pair(node, to) * 2 + (down ? 1 : 0)]; }
  /// A packet that comes in by `port` has come down.
  [[nodiscard]] bool comes_down(int node, int port) const { return !goes_up(neighbour(node, port), node); }

 private:
  static constexpr std::uint16_t kFar = UINT16_MAX;

  [[nodiscard]] std::size_t place(int node, int port) const {
    return static_cast<std::size_t>(node * directions_ + port);
  }
  [[nodiscard]] std::size_t pair(int from, int to) const {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(nodes_) + static_cast<std::size_t>(to);
  }
  [[nodiscard]] bool goes_up(int from, int to) const {
    const auto rank = [this](int node) { return std::pair(distance(0, node), node); };
    return rank(to) < rank(from);
  }
  void find_distances(int from);
  void find_ways(int to);

  int nodes_;
  int directions_;
  std::vector<int> neighbours_;
  std::vector<std::uint16_t> distances_;
  std::vector<std::uint8_t> next_;
};

/// The live network of `config`; routers of one machine share it.
std::shared_ptr<const LiveNetwork> live_network(const MachineConfig& config);

}  // namespace tactus
