#include "tlm_models/traffic/collectives/method.h"
#include "tlm_models/traffic/collectives/ring.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int) {
  // A scatter, and the steps of a ring.
  return collective.members() == 1 ? 0 : collective.members();
}

/// Scatter along a binomial tree: a member gets the blocks of its subtree. Blocks are numbered from the root on. The
/// ring's sends begin in their order, so those of all pieces wait for slot 0.
void scatter(const Collective& collective, int member, CollectiveWriter& writer) {
  const int members = collective.members();
  const int root = collective.call().root;
  const int number = modulo(member - root, members);
  const TreeNode node = binomial_tree(number, members);
  if (node.parent != TreeNode::kNobody) {
    const Segment mine = collective.blocks(number, binomial_end(number, members));
    writer.slot(0) = writer.receive_cut(0, (node.parent + root) % members, mine);
  }
  for (const int child : node.children) {
    const Segment theirs = collective.blocks(child, binomial_end(child, members));
    writer.send_cut(0, (child + root) % members, theirs, writer.slot(0));
  }
}

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const RingLane lane{1, 0, collective.pieces(collective.largest_block()), 0};
  if (round == 0) return scatter(collective, member, writer);
  const Ring ring = ring_of(collective, member, collective.call().root);
  ring_allgather(writer, ring, lane, round - 1, [&](int index, int piece) {
    return part(collective.vector_block(index), static_cast<std::uint64_t>(piece),
                static_cast<std::uint64_t>(lane.pieces));
  });
}

CollectiveIdeal ideal(const Collective& collective) {
  const auto steps = static_cast<std::uint64_t>(collective.members() - 1);
  const auto depth = static_cast<std::uint64_t>(extent_of(binomial_tree, collective.members()).depth);
  return {depth + steps, 2 * steps * collective.largest_block(), 0};
}

const Registered<MethodKind<CollectiveKind::kBroadcast>> kScatterAllgather{
    collective_method("scatter_allgather", "A scatter of blocks along a binomial tree, then an allgather round a ring.",
                      rounds, emit, ideal)};

}  // namespace
}  // namespace tactus
