#pragma once

#include <cstdint>
#include <vector>

namespace tactus {

/// Some of the nodes of a region, visited in the order of their numbers: a bit for each, and a bit for each word of
/// those. Plain class.
class NodeSet {
 public:
  explicit NodeSet(std::size_t nodes) : members_(nodes / 64 + 1), words_(members_.size() / 64 + 1) {}

  void add(std::size_t node) {
    members_[node / 64] |= bit(node);
    words_[node / 64 / 64] |= bit(node / 64);
  }
  /// Calls `visit(std::size_t node)` for every member, and empties the set. `visit` adds none.
  template <class Visit>
  void take(Visit&& visit) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t words = words_[i]; words != 0; words &= words - 1) {
        const std::size_t word = i * 64 + first(words);
        for (std::uint64_t members = members_[word]; members != 0; members &= members - 1) {
          visit(word * 64 + first(members));
        }
        members_[word] = 0;
      }
      words_[i] = 0;
    }
  }

 private:
  static std::uint64_t bit(std::size_t number) { return std::uint64_t{1} << number % 64; }
  static std::size_t first(std::uint64_t bits) { return static_cast<std::size_t>(__builtin_ctzll(bits)); }

  std::vector<std::uint64_t> members_;
  std::vector<std::uint64_t> words_;  ///< bit per word of `members_` that is not 0
};

}  // namespace tactus
