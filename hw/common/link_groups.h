#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hw/common/network_shape.h"

namespace tactus {

/// Links of a network that are alike, for statistics: in a torus or mesh those of a direction, in a graph those that
/// begin at a height (NetworkGraph::height) and lead the same way.
class LinkGroups {
 public:
  explicit LinkGroups(const NetworkShape& shape);

  [[nodiscard]] int count() const { return static_cast<int>(names_.size()); }
  /// "plus_x"; in a graph "up_0", "down_2", "across_1".
  [[nodiscard]] const std::string& name(int group) const { return names_[static_cast<std::size_t>(group)]; }
  /// Links of a group, each in one direction.
  [[nodiscard]] int links(int group) const { return links_[static_cast<std::size_t>(group)]; }
  /// Group of the link that leaves `node` by `port`. A torus has one for each port, whether it has a link or not; ports
  /// of a graph without a link have -1.
  [[nodiscard]] int of(int node, int port) const {
    return groups_.empty() ? port : groups_[static_cast<std::size_t>(node * directions_ + port)];
  }

 private:
  void take_graph(const NetworkGraph& graph);

  int directions_;
  std::vector<std::string> names_;
  std::vector<int> links_;
  std::vector<int> groups_;  ///< by node and port of a graph
};

}  // namespace tactus
