#include "tlm_models/traffic/collectives/tree.h"

#include <algorithm>

namespace tactus {
namespace {

/// Tree in base `base`: the parent of a number is the number with 0 in place of its lowest digit that is not 0.
TreeNode digit_tree(int number, int members, int base) {
  TreeNode node;
  std::int64_t unit = 1;  // of the lowest digit that is not 0, or beyond all members
  while (unit < members && number / unit % base == 0) unit *= base;
  if (number > 0) node.parent = static_cast<int>(number - number / unit % base * unit);
  for (std::int64_t below = unit / base; below > 0; below /= base) {
    for (int digit = 1; digit < base; ++digit) {
      const std::int64_t child = number + digit * below;
      if (child < members) node.children.push_back(static_cast<int>(child));
    }
  }
  return node;
}

/// In the binary tree in order of the numbers 1 .. members - 1, the parent of `number`.
int in_order_parent(int number, int members) {
  const int low = number & -number;
  const int above = (number ^ low) | (low * 2);
  return above < members ? above : number ^ low;
}

TreeNode in_order_node(int number, int members) {
  TreeNode node;
  if (number == 0) {
    int highest = 1;
    while (highest * 2 < members) highest *= 2;
    if (members > 1) node.children.push_back(highest);
    return node;
  }
  node.parent = in_order_parent(number, members);
  const int low = number & -number;
  if (low == 1) return node;
  node.children.push_back(number - low / 2);
  for (int step = low / 2; step > 0; step /= 2) {
    if (number + step >= members) continue;
    node.children.push_back(number + step);
    break;
  }
  return node;
}

}  // namespace

TreeNode binomial_tree(int number, int members) { return digit_tree(number, members, 2); }
TreeNode quaternary_tree(int number, int members) { return digit_tree(number, members, 4); }

TreeNode binary_tree(int number, int members) {
  TreeNode node;
  if (number > 0) node.parent = (number - 1) / 2;
  for (std::int64_t child = std::int64_t{2} * number + 1; child <= std::int64_t{2} * number + 2; ++child) {
    if (child < members) node.children.push_back(static_cast<int>(child));
  }
  return node;
}

TreeNode chain_tree(int number, int members) {
  TreeNode node;
  if (number > 0) node.parent = number - 1;
  if (number + 1 < members) node.children.push_back(number + 1);
  return node;
}

TreeNode linear_tree(int number, int members) {
  TreeNode node;
  if (number > 0) node.parent = 0;
  for (int child = 1; number == 0 && child < members; ++child) node.children.push_back(child);
  return node;
}

int binomial_end(int number, int members) {
  const int low = number == 0 ? members : number & -number;
  return std::min(number + low, members);
}

TreeNode tree_node(TreeShape shape, int member, int members, int root) {
  TreeNode node = shape(modulo(member - root, members), members);
  if (node.parent != TreeNode::kNobody) node.parent = (node.parent + root) % members;
  for (int& child : node.children) child = (child + root) % members;
  return node;
}

TreeNode double_tree_node(int tree, int member, int members) {
  if (tree == 0) return in_order_node(member, members);
  // An even number of members mirrored, an odd one shifted: either turns even numbers into odd ones.
  const bool even = members % 2 == 0;
  const auto number = [&](int of) { return even ? members - 1 - of : modulo(of - 1, members); };
  const auto back = [&](int of) { return even ? members - 1 - of : (of + 1) % members; };
  TreeNode node = in_order_node(number(member), members);
  if (node.parent != TreeNode::kNobody) node.parent = back(node.parent);
  for (int& child : node.children) child = back(child);
  return node;
}

TreeExtent extent_of(TreeShape shape, int members) {
  TreeExtent extent;
  std::vector<int> depth(static_cast<std::size_t>(members));
  for (int number = 0; number < members; ++number) {
    const TreeNode node = shape(number, members);
    // A parent has a lower number than its children.
    int& own = depth[static_cast<std::size_t>(number)];
    if (node.parent != TreeNode::kNobody) own = depth[static_cast<std::size_t>(node.parent)] + 1;
    extent.depth = std::max(extent.depth, own);
    extent.children = std::max(extent.children, static_cast<int>(node.children.size()));
  }
  return extent;
}

void flow_up(const TreeNode& node, const TreePiece& piece, CollectiveWriter& writer) {
  std::vector<OperationSink::Index> received;
  for (const int child : node.children) {
    received.push_back(writer.receive(piece.channel, child, piece.data, Use::kCombine));
  }
  for (const OperationSink::Index receive : received) {
    writer.slot(piece.slot) = writer.combine(piece.channel, piece.data, receive, writer.slot(piece.slot));
  }
  if (node.parent != TreeNode::kNobody) writer.send(piece.channel, node.parent, piece.data, writer.slot(piece.slot));
}

void flow_down(const TreeNode& node, const TreePiece& piece, CollectiveWriter& writer) {
  if (node.parent != TreeNode::kNobody) {
    writer.slot(piece.slot) = writer.receive(piece.channel, node.parent, piece.data, Use::kStore);
  }
  for (const int child : node.children) {
    writer.send(piece.channel, child, piece.data, writer.slot(piece.slot));
  }
}

}  // namespace tactus
