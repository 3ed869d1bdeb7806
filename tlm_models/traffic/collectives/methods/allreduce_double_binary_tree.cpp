#include <algorithm>
#include <cstddef>

#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

constexpr int kTrees = 2;

int pieces(const Collective& collective) { return collective.pieces(largest_part(collective.vector_bytes(), kTrees)); }

int rounds(const Collective& collective, int) { return collective.members() == 1 ? 0 : pieces(collective); }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  for (int tree = 0; tree < kTrees; ++tree) {
    const Segment half = part(collective.vector(), static_cast<std::uint64_t>(tree), kTrees);
    const auto count = static_cast<std::uint64_t>(pieces(collective));
    TreePiece piece{{2 * tree, tree + round}, tree, part(half, static_cast<std::uint64_t>(round), count)};
    const TreeNode node = double_tree_node(tree, member, collective.members());
    writer.slot(tree) = {};
    flow_up(node, piece, writer);
    ++piece.channel.lane;
    flow_down(node, piece, writer);
  }
}

CollectiveIdeal ideal(const Collective& collective) {
  const int members = collective.members();
  const std::uint64_t half = largest_part(collective.vector_bytes(), kTrees);
  CollectiveIdeal ideal;
  for (int member = 0; member < members; ++member) {
    std::size_t children = 0;
    std::size_t edges = 0;
    for (int tree = 0; tree < kTrees; ++tree) {
      TreeNode node = double_tree_node(tree, member, members);
      children += node.children.size();
      edges += node.children.size() + (node.parent == TreeNode::kNobody ? 0 : 1);
      std::uint64_t depth = 0;
      for (; node.parent != TreeNode::kNobody; ++depth) node = double_tree_node(tree, node.parent, members);
      ideal.rounds = std::max(ideal.rounds, 2 * depth);
    }
    ideal.bytes = std::max(ideal.bytes, edges * half);
    ideal.combined = std::max(ideal.combined, children * half);
  }
  return ideal;
}

const Registered<MethodKind<CollectiveKind::kAllreduce>> kDoubleBinaryTree{collective_method(
    "double_binary_tree", "Each half of the vector goes up and down a binary tree of its own, piece by piece.", rounds,
    emit, ideal)};

}  // namespace
}  // namespace tactus
