#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "testbench/app/attribution/pair_sums.h"
#include "testbench/app/attribution/part_split.h"

namespace tactus {

/// Sums of latencies: all, by node, by pair of nodes and by sequence.
template <class Split>
class LatencySums {
 public:
  using Sum = SplitTotal<Split>;

  explicit LatencySums(int nodes)
      : by_source_(static_cast<std::size_t>(nodes)),
        by_destination_(by_source_.size()),
        by_pair_(has_pairs(nodes) ? by_source_.size() * by_source_.size() : 0) {}

  /// One more latency; `source` and `destination` are nodes.
  void add(int source, int destination, std::optional<int> sequence, const Split& split) {
    const auto from = static_cast<std::size_t>(source);
    const auto to = static_cast<std::size_t>(destination);
    total_.add(split);
    by_source_[from].add(split);
    by_destination_[to].add(split);
    if (!by_pair_.empty()) by_pair_[from * by_source_.size() + to].add(split);
    if (sequence) of_sequence(*sequence).add(split);
  }

  /// Latencies that part of the network has summed, but for those of sequences.
  void add(const PairSums<Split>& part) {
    const auto nodes = by_source_.size();
    for (std::size_t pair = 0; pair < part.by_pair().size(); ++pair) {
      const Sum& sum = part.by_pair()[pair];
      by_source_[pair / nodes] += sum;
      by_destination_[pair % nodes] += sum;
      by_pair_[pair] += sum;
      total_ += sum;
    }
    for (std::size_t node = 0; node < part.by_source().size(); ++node) {
      by_source_[node] += part.by_source()[node];
      by_destination_[node] += part.by_destination()[node];
      total_ += part.by_source()[node];
    }
  }
  void add_sequence(int number, const Sum& sum) { of_sequence(number) += sum; }

  [[nodiscard]] const Sum& total() const { return total_; }
  [[nodiscard]] const std::vector<Sum>& by_source() const { return by_source_; }            ///< by node
  [[nodiscard]] const std::vector<Sum>& by_destination() const { return by_destination_; }  ///< by node
  /// By source * nodes + destination; empty if there are more than 256 nodes.
  [[nodiscard]] const std::vector<Sum>& by_pair() const { return by_pair_; }
  /// By sequence number, as they came up.
  [[nodiscard]] const std::vector<std::pair<int, Sum>>& by_sequence() const { return by_sequence_; }

 private:
  Sum& of_sequence(int number) {
    const auto found = std::find_if(by_sequence_.rbegin(), by_sequence_.rend(),
                                    [&](const auto& each) { return each.first == number; });
    if (found != by_sequence_.rend()) return found->second;
    return by_sequence_.emplace_back(number, Sum{}).second;
  }

  Sum total_;
  std::vector<Sum> by_source_;
  std::vector<Sum> by_destination_;
  std::vector<Sum> by_pair_;
  std::vector<std::pair<int, Sum>> by_sequence_;
};

}  // namespace tactus
