#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace tactus {

/// Two ends of a cable, by the numbers of their nodes.
using GraphCable = std::pair<int, int>;

/// Nodes joined by cables in any way: hosts, which have NICs, and switches. Hosts are numbered from 0 on, switches
/// after them. Two nodes are joined by one cable at most, and no node by a cable to itself.
///
/// Cables are laid out as those of a torus are: every node has a port each way in each of `dimensions()`, and a cable
/// joins a plus port to the minus port of the same dimension. Half the largest number of cables at a node, rounded up,
/// are enough dimensions for any graph (Petersen, Acta Mathematica 15, 1891, and Koenig, Math. Ann. 77, 1916).
class NetworkGraph {
 public:
  /// `levels`: of each node of a tree, 0 for hosts; a cable then joins two neighbouring levels. Empty: no tree.
  NetworkGraph(int hosts, int switches, std::vector<GraphCable> cables, std::vector<int> levels = {});

  static constexpr std::int64_t kMostPairs = std::int64_t{1}
                                             << 24;  ///< a node and a host each, for which tables are made

  /// The graph with these parts, one object for all who ask for it, which is kept until the program ends.
  static const NetworkGraph* keep(int hosts, int switches, std::vector<GraphCable> cables,
                                  std::vector<int> levels = {});
  /// The graph whose cables are at these ports, as `neighbour` tells them: by node and port, 2 `dimensions` for a node.
  /// It is kept, too. Throws std::out_of_range if a cable lacks one of its ends.
  static const NetworkGraph* keep_laid_out(int hosts, int dimensions, const std::vector<int>& neighbours);

  [[nodiscard]] int hosts() const { return hosts_; }
  [[nodiscard]] int switches() const { return switches_; }
  [[nodiscard]] int nodes() const { return hosts_ + switches_; }
  [[nodiscard]] const std::vector<GraphCable>& cables() const { return cables_; }
  [[nodiscard]] bool is_tree() const { return !levels_.empty(); }
  [[nodiscard]] int dimensions() const { return dimensions_; }
  /// Node at the other end of the cable at `port`, or -1.
  [[nodiscard]] int neighbour(int node, int port) const {
    return neighbours_[static_cast<std::size_t>(node * 2 * dimensions_ + port)];
  }
  /// Level of a node of a tree; otherwise links to the nearest host, and the number of nodes if there is no way to one.
  [[nodiscard]] int height(int node) const { return heights_[static_cast<std::size_t>(node)]; }
  /// Ports with a cable, by the numbers of the neighbours.
  [[nodiscard]] const std::vector<int>& ports(int node) const { return ports_[static_cast<std::size_t>(node)]; }
  /// Links on a shortest way between two nodes, and `nodes()` without a way. Any thread may ask. Distances from a node
  /// are found when somebody first asks for them, and kept as long as there is room.
  [[nodiscard]] int hops(int from, int to) const;

 private:
  struct Laid {};
  NetworkGraph(Laid laid, int hosts, int dimensions, const std::vector<int>& neighbours);
  void lay_out();
  void find_ports();
  void find_heights();
  [[nodiscard]] std::vector<std::uint16_t> distances_from(int node) const;

  int hosts_;
  int switches_;
  std::vector<GraphCable> cables_;
  std::vector<int> levels_;
  int dimensions_ = 1;
  std::vector<int> neighbours_;  ///< by node and port
  std::vector<std::vector<int>> ports_;
  std::vector<int> heights_;
  mutable std::mutex mutex_;
  mutable std::vector<std::vector<std::uint16_t>> distances_;  ///< by node, those that are known
  mutable std::size_t known_ = 0;                              ///< nodes with distances
};

}  // namespace tactus
