#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

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
        by_pair_(by_source_.size() <= kMostNodesOfPairs ? by_source_.size() * by_source_.size() : 0) {}

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

  /// Latencies of one more part of all, in the order of sequences that `add_sequence` says.
  void add(const LatencySums& part) {
    total_ += part.total_;
    const auto add_all = [](std::vector<Sum>& to, const std::vector<Sum>& from) {
      for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
    };
    add_all(by_source_, part.by_source_);
    add_all(by_destination_, part.by_destination_);
    add_all(by_pair_, part.by_pair_);
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
  static constexpr std::size_t kMostNodesOfPairs = 256;

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
