#pragma once

#include "tlm_models/traffic/collectives/collective_writer.h"
#include "tlm_models/traffic/collectives/tree.h"

namespace tactus {

// Registrations of methods.

inline CollectiveMethod collective_method(const char* name, const char* summary,
                                          decltype(CollectiveMethod::rounds) rounds,
                                          decltype(CollectiveMethod::emit) emit,
                                          decltype(CollectiveMethod::ideal) ideal,
                                          decltype(CollectiveMethod::misfit) misfit = nullptr) {
  CollectiveMethod method;
  method.name = name;
  method.summary = summary;
  method.rounds = rounds;
  method.emit = emit;
  method.ideal = ideal;
  method.misfit = misfit;
  return method;
}

/// Piece `round` of the vector, which goes through a tree in a round of its own.
inline TreePiece tree_piece(const Collective& collective, int round) {
  const int pieces = collective.pieces(collective.vector_bytes());
  return {{0, round},
          round,
          part(collective.vector(), static_cast<std::uint64_t>(round), static_cast<std::uint64_t>(pieces))};
}

inline int tree_rounds(const Collective& collective, int) {
  return collective.members() == 1 ? 0 : collective.pieces(collective.vector_bytes());
}

/// Costs of one way through a tree.
inline CollectiveIdeal tree_ideal(const Collective& collective, TreeShape shape) {
  const TreeExtent extent = extent_of(shape, collective.members());
  CollectiveIdeal ideal;
  ideal.rounds = static_cast<std::uint64_t>(extent.depth);
  ideal.bytes = static_cast<std::uint64_t>(extent.children) * collective.wire_bytes(collective.vector_bytes());
  return ideal;
}

/// A broadcast along a tree.
template <TreeShape KShape>
CollectiveMethod tree_broadcast(const char* name, const char* summary) {
  return collective_method(
      name, summary, tree_rounds,
      [](const Collective& collective, int member, int round, CollectiveWriter& writer) {
        flow_down(tree_node(KShape, member, collective.members(), collective.call().root),
                  tree_piece(collective, round), writer);
      },
      [](const Collective& collective) { return tree_ideal(collective, KShape); });
}

/// A reduce along a tree.
template <TreeShape KShape>
CollectiveMethod tree_reduce(const char* name, const char* summary) {
  return collective_method(
      name, summary, tree_rounds,
      [](const Collective& collective, int member, int round, CollectiveWriter& writer) {
        flow_up(tree_node(KShape, member, collective.members(), collective.call().root), tree_piece(collective, round),
                writer);
      },
      [](const Collective& collective) {
        CollectiveIdeal ideal = tree_ideal(collective, KShape);
        ideal.combined = ideal.bytes;
        return ideal;
      });
}

/// Up the tree to member 0 and down again: an allreduce and, without data, a barrier.
template <TreeShape KShape>
CollectiveMethod tree_up_and_down(const char* name, const char* summary) {
  return collective_method(
      name, summary, [](const Collective& collective, int member) { return 2 * tree_rounds(collective, member); },
      [](const Collective& collective, int member, int round, CollectiveWriter& writer) {
        const TreeNode node = tree_node(KShape, member, collective.members(), 0);
        const int pieces = tree_rounds(collective, member);
        TreePiece piece = tree_piece(collective, round % pieces);
        if (round < pieces) {
          flow_up(node, piece, writer);
        } else {
          piece.channel.lane = 1;
          flow_down(node, piece, writer);
        }
      },
      [](const Collective& collective) {
        CollectiveIdeal ideal = tree_ideal(collective, KShape);
        ideal.combined = ideal.bytes;
        ideal.rounds *= 2;
        // The member with the most children is the root, or has a parent as well.
        const std::uint64_t vector = collective.wire_bytes(collective.vector_bytes());
        for (int member = 1; member < collective.members(); ++member) {
          const auto edges = KShape(member, collective.members()).children.size() + 1;
          ideal.bytes = std::max(ideal.bytes, static_cast<std::uint64_t>(edges) * vector);
        }
        return ideal;
      });
}

}  // namespace tactus
