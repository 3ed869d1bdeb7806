#pragma once

#include <cstddef>
#include <vector>

#include "testbench/app/attribution/part_split.h"

namespace tactus {

/// Sums of latencies by pair of nodes are kept for so many nodes.
constexpr bool has_pairs(int nodes) { return nodes <= 256; }

/// Sums of latencies from which those of all, of nodes and of pairs of nodes follow: a latency is added once if there
/// are sums of pairs, else at both of its nodes.
template <class Split>
class PairSums {
 public:
  using Sum = SplitTotal<Split>;

  explicit PairSums(int nodes)
      : nodes_(static_cast<std::size_t>(nodes)),
        by_pair_(has_pairs(nodes) ? nodes_ * nodes_ : 0),
        by_source_(has_pairs(nodes) ? 0 : nodes_),
        by_destination_(by_source_.size()) {}

  void add(int source, int destination, const Split& split) {
    const auto from = static_cast<std::size_t>(source);
    const auto to = static_cast<std::size_t>(destination);
    if (!by_pair_.empty()) return by_pair_[from * nodes_ + to].add(split);
    by_source_[from].add(split);
    by_destination_[to].add(split);
  }

  /// By source * nodes + destination; empty if there are too many.
  [[nodiscard]] const std::vector<Sum>& by_pair() const { return by_pair_; }
  /// By node; empty if there are sums of pairs, as the next.
  [[nodiscard]] const std::vector<Sum>& by_source() const { return by_source_; }
  [[nodiscard]] const std::vector<Sum>& by_destination() const { return by_destination_; }

 private:
  std::size_t nodes_;
  std::vector<Sum> by_pair_;
  std::vector<Sum> by_source_;
  std::vector<Sum> by_destination_;
};

}  // namespace tactus
