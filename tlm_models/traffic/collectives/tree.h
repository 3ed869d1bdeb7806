#pragma once

#include <vector>

#include "tlm_models/traffic/collectives/collective_writer.h"

namespace tactus {

/// Place of a member in a tree of members.
struct TreeNode {
  static constexpr int kNobody = -1;

  int parent = kNobody;       ///< kNobody: it is the root
  std::vector<int> children;  ///< in the order in which they are sent to
};

/// A tree: the node of number `number` of `members`, as numbers; the root is number 0.
using TreeShape = TreeNode (*)(int number, int members);

/// Parent: the number without its lowest bit. The children of a number and their children are consecutive numbers.
TreeNode binomial_tree(int number, int members);
/// As `binomial_tree` in base 4.
TreeNode quaternary_tree(int number, int members);
/// The children of n are 2 n + 1 and 2 n + 2.
TreeNode binary_tree(int number, int members);
TreeNode chain_tree(int number, int members);
/// All others are children of 0.
TreeNode linear_tree(int number, int members);

/// One more than the last number of the subtree of `number` in the binomial tree.
int binomial_end(int number, int members);

/// A tree whose numbers are those of the members, counted from `root` on.
TreeNode tree_node(TreeShape shape, int member, int members, int root);

/// Tree `tree`, 0 or 1, of two binary trees of which each has the inner nodes of the other among its leaves, one member
/// at most excepted (Sanders, Speck, Traeff 2009).
TreeNode double_tree_node(int tree, int member, int members);

/// Edges from the root to the deepest member, and most edges that a member has to children.
struct TreeExtent {
  int depth = 0;
  int children = 0;
};
TreeExtent extent_of(TreeShape shape, int members);

/// Lane, slot and place of a piece of data in a tree.
struct TreePiece {
  MessageLane channel;
  int slot = 0;
  Segment data;
};

/// A member combines the piece of its children with its own and sends it to its parent.
void flow_up(const TreeNode& node, const TreePiece& piece, CollectiveWriter& writer);
/// A member receives the piece from its parent and sends it to its children.
void flow_down(const TreeNode& node, const TreePiece& piece, CollectiveWriter& writer);

}  // namespace tactus
