#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/common/network_shape.h"
#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// Neighbours of a node of a torus in the tree along which counters are synchronised. It has node 0 as its root, and
/// the shortest way from there to each node, which takes the dimensions in their order.
struct SynchronisationTree {
  std::optional<int> parent;
  std::vector<int> children;  ///< children along the first dimension, behind which there are most nodes, come first

  SynchronisationTree(const NetworkShape& torus, int node);
};

/// Calls with which a rank synchronises its counter in a tree of neighbours: as a client it makes `rounds` exchanges of
/// time stamps with its parent, then as a server as many with each of its children. A round of a client is irecv,
/// isend and a wait, a round of a server irecv, a wait and isend; so whoever gets a message has waited for it, but for
/// the first request. All messages have the same size, so that both ways take equally long.
class SynchronisationCalls {
 public:
  static constexpr Bytes kMessage{16};  ///< two time stamps

  /// Round r has the tag `tag` + r.
  SynchronisationCalls(const NetworkShape& torus, int rank, int rounds, std::uint32_t tag, std::uint64_t order)
      : tree_(torus, rank), rounds_(rounds), tag_(tag), order_(order) {}

  /// Calls of the rank.
  [[nodiscard]] int count() const { return kCalls * rounds_ * (clients() + static_cast<int>(tree_.children.size())); }
  /// The call `number`, from 0.
  [[nodiscard]] Op call(int number) const;

  /// Messages of all ranks of `torus` together.
  [[nodiscard]] static std::uint64_t messages(const NetworkShape& torus, int rounds) {
    return 2 * static_cast<std::uint64_t>(rounds) * static_cast<std::uint64_t>(torus.nodes() - 1);
  }
  /// Numbers, from 0, of those of `sequences` sequences before which ranks synchronise: the first one, and with drift
  /// also those after 1, 4, 16 .. sequences, so that a rate is known from at least a quarter of the time for which it
  /// is used.
  [[nodiscard]] static std::vector<std::size_t> before(std::size_t sequences, int drift);

 private:
  static constexpr int kCalls = 3;  ///< calls of a round

  [[nodiscard]] int clients() const { return tree_.parent ? 1 : 0; }
  [[nodiscard]] Op message(OpKind kind, int peer, int round, StampKind stamp) const;

  SynchronisationTree tree_;
  int rounds_;
  std::uint32_t tag_;
  std::uint64_t order_;
};

}  // namespace tactus
