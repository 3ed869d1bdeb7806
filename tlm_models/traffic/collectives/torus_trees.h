#pragma once

#include "tlm_models/traffic/collectives/tree.h"

namespace tactus {

/// Spanning trees of a torus that share no directed link: two for each dimension of more than one place, one by the
/// links up and one by the links down. So a member receives by a link of its own in each of them.
///
/// Of a member, let S be the dimensions in which it stands elsewhere than the root. Tree t reaches it along dimension t
/// if t is not in S, all the way round, and else along the next dimension of S after t, cyclically. So each member is
/// reached in the trees of one direction along different dimensions.
class TorusTrees {
 public:
  explicit TorusTrees(const CollectiveGrid& grid, int root);

  [[nodiscard]] int trees() const { return 2 * static_cast<int>(dimensions_.size()); }
  /// Node of a member in a tree.
  [[nodiscard]] TreeNode node(int tree, int member) const;
  /// Edges from the root to the deepest member of a tree.
  [[nodiscard]] int depth(int tree) const;

 private:
  struct Dimension {
    int size = 1;
    int stride = 1;
  };
  using Place = std::vector<int>;  ///< steps from the root in the direction of the tree, by dimension

  [[nodiscard]] Place place(int tree, int member) const;
  [[nodiscard]] int member(int tree, const Place& place) const;
  /// Dimension along which tree `start` reaches a place that is not the root's.
  [[nodiscard]] std::size_t reached_along(std::size_t start, const Place& place) const;

  std::vector<Dimension> dimensions_;
  int root_;
};

}  // namespace tactus
