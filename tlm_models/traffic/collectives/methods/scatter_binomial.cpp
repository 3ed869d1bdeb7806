#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int) { return collective.members() == 1 ? 0 : 1; }

/// Blocks of the subtree of a number, which counts members from the root on.
std::vector<Segment> subtree(const Collective& collective, int number) {
  const int members = collective.members();
  return collective.own_blocks((number + collective.call().root) % members, binomial_end(number, members) - number);
}

void emit(const Collective& collective, int member, int, CollectiveWriter& writer) {
  const int members = collective.members();
  const int root = collective.call().root;
  const int number = modulo(member - root, members);
  const TreeNode node = binomial_tree(number, members);
  Ends received;
  if (node.parent != TreeNode::kNobody) {
    received = writer.receive_cut(0, (node.parent + root) % members, subtree(collective, number));
  }
  for (const int child : node.children) {
    writer.send_cut(0, (child + root) % members, subtree(collective, child), received);
  }
}

CollectiveIdeal ideal(const Collective& collective) {
  const auto others = static_cast<std::uint64_t>(collective.members() - 1);
  const auto depth = static_cast<std::uint64_t>(extent_of(binomial_tree, collective.members()).depth);
  return {depth, others * collective.largest_block(), 0};
}

const Registered<MethodKind<CollectiveKind::kScatter>> kBinomial{collective_method(
    "binomial", "Blocks go down a binomial tree, those of a subtree in one message.", rounds, emit, ideal)};

}  // namespace
}  // namespace tactus
