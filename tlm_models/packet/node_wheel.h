#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tactus {

/// Parts of a node that have something to do at an edge by themselves.
enum class NodePart : std::uint8_t { kNic, kRouter };

/// NICs and routers of a region by the cycle in which they have something to do, for the near future: a bit for each.
/// Plain class.
///
/// Whoever is marked twice for a cycle is there once, and a mark can be taken back. Those of a cycle come in the order
/// of their nodes' numbers.
class NodeWheel {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kCycles = 1024;

  explicit NodeWheel(std::size_t nodes) : words_((nodes + 63) / 64), rows_(kCycles * kParts * words_) {}

  /// `cycle`, which is later than the last one that was taken, is too far ahead to be marked.
  [[nodiscard]] bool beyond(std::uint64_t cycle) const { return cycle - base_ >= kCycles - 1; }
  /// That part of `node` has something to do in `cycle`, which is not `beyond`.
  void mark(NodePart part, std::size_t node, std::uint64_t cycle) {
    std::uint64_t& word = this->word(part, node, cycle);
    if ((word & bit(node)) != 0) return;
    word |= bit(node);
    if (counts_[row(cycle)]++ == 0) occupied_[row(cycle) / 64] |= bit(row(cycle));
  }
  /// It has been marked for `cycle`, and has nothing to do after all.
  void unmark(NodePart part, std::size_t node, std::uint64_t cycle) {
    word(part, node, cycle) &= ~bit(node);
    if (--counts_[row(cycle)] == 0) occupied_[row(cycle) / 64] &= ~bit(row(cycle));
  }

  /// First cycle in which anybody has something to do, or kNever.
  [[nodiscard]] std::uint64_t next_cycle() const {
    const std::size_t first = row(base_);
    std::uint64_t bits = occupied_[first / 64] & ~std::uint64_t{0} << first % 64;
    for (std::size_t step = 0; step <= occupied_.size(); ++step) {
      const std::size_t index = (first / 64 + step) % occupied_.size();
      if (step != 0) bits = occupied_[index];
      if (step == occupied_.size()) bits &= bit(first) - 1;
      if (bits == 0) continue;
      const std::size_t found = index * 64 + static_cast<std::size_t>(__builtin_ctzll(bits));
      return base_ + (found + kCycles - first) % kCycles;
    }
    return kNever;
  }

  /// Goes on to `cycle`: nothing earlier is left.
  void begin(std::uint64_t cycle) {
    base_ = cycle + 1;
    occupied_[row(cycle) / 64] &= ~bit(row(cycle));
    counts_[row(cycle)] = 0;
  }
  /// That part of `node` has something to do in `cycle`, which has begun and has not been taken.
  void add(NodePart part, std::size_t node, std::uint64_t cycle) { word(part, node, cycle) |= bit(node); }
  /// Calls `visit(std::size_t node)` for the nodes of which that part has something to do in `cycle`, which has begun,
  /// and forgets them. `visit` adds none to them.
  template <class Visit>
  void take(NodePart part, std::uint64_t cycle, Visit&& visit) {
    std::uint64_t* const words = &word(part, 0, cycle);
    for (std::size_t i = 0; i < words_; ++i) {
      for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1) {
        visit(i * 64 + static_cast<std::size_t>(__builtin_ctzll(rest)));
      }
      words[i] = 0;
    }
  }

 private:
  static std::size_t row(std::uint64_t cycle) { return cycle % kCycles; }
  static std::uint64_t bit(std::size_t number) { return std::uint64_t{1} << number % 64; }
  std::uint64_t& word(NodePart part, std::size_t node, std::uint64_t cycle) {
    return rows_[(row(cycle) * kParts + static_cast<std::size_t>(part)) * words_ + node / 64];
  }

  static constexpr std::size_t kParts = 2;
  std::size_t words_;                                   ///< words of a part in a cycle
  std::uint64_t base_ = 0;                              ///< first cycle that has not begun
  std::array<std::uint64_t, kCycles / 64> occupied_{};  ///< bit per row that has anybody
  std::array<std::uint32_t, kCycles> counts_{};         ///< by row: marks
  std::vector<std::uint64_t> rows_;                     ///< by cycle modulo their number, and part: a bit for each node
};

}  // namespace tactus
