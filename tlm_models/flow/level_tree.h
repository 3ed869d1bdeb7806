#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace tactus {

/// Numbered items by level, lowest first, the lower number first among equals; an item's level can be changed and the
/// item be taken out wherever it is.
///
/// A tree of nodes of sixteen. Each knows its lowest item or, until somebody asks for it, that it has lost it. Most
/// items are moved or taken out before they are the lowest of all, and then nothing is searched. Items are one integer
/// each and are compared without branches: there is no telling which of two is lower.
class LevelTree {
 public:
  struct Item {
    double level = 0;
    std::int32_t number = 0;
  };

  /// Numbers are below `numbers` from now on; never shrinks.
  void reserve_numbers(std::size_t numbers) {
    if (numbers > places_.size()) places_.resize(numbers, kOutside);
  }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] bool contains(std::int32_t number) const { return place(number) != kOutside; }
  /// The lowest item; there is one.
  [[nodiscard]] Item top() {
    Rank& rank = ranks_[top_];
    const std::size_t nodes = nodes_at(top_);
    Key lowest = kNone;
    for (std::size_t node = 0; node < nodes; ++node) {
      if (rank.lost[node] != 0 && rank.lowest[node] < lowest) find_lowest(top_, node);
      lowest = lower(lowest, rank.lowest[node]);
    }
    return item_of(lowest);
  }

  /// Puts `number` in, or moves it to `level`.
  void set(std::int32_t number, double level) {
    const Key key = key_of(number, level);
    if (!contains(number)) {
      append(number, key);
      return;
    }
    const auto slot = static_cast<std::size_t>(place(number));
    const Key before = keys_[slot];
    keys_[slot] = key;
    if (key < before) {
      comes(slot, key);
    } else {
      goes(slot, before);
    }
  }
  /// Takes `number` out, if it is in.
  void erase(std::int32_t number) {
    if (!contains(number)) return;
    const auto slot = static_cast<std::size_t>(place(number));
    place(number) = kOutside;
    const Key gone = keys_[slot];
    const Key last = keys_[--size_];
    keys_[size_] = kNone;
    goes(size_, last);
    if (size_ % kFan == 0) leave_empty(size_);
    if (slot != size_) {
      keys_[slot] = last;
      place(number_of(last)) = static_cast<std::int32_t>(slot);
      goes(slot, gone);
      comes(slot, last);
    }
    if (size_ == 0) top_ = 0;
  }
  void clear() {
    for (std::size_t slot = 0; slot < size_; ++slot) {
      place(number_of(keys_[slot])) = kOutside;
      keys_[slot] = kNone;
    }
    for (std::size_t r = 0; r <= top_; ++r) {
      std::fill_n(ranks_[r].lowest.begin(), nodes_at(r), kNone);
      std::fill_n(ranks_[r].lost.begin(), nodes_at(r), std::uint8_t{0});
    }
    size_ = 0;
    top_ = 0;
  }

 private:
  /// Level and, behind it, number.
  __extension__ using Key = unsigned __int128;
  static constexpr Key kNone = ~Key{0};
  static constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  static constexpr std::int32_t kOutside = -1;
  static constexpr std::size_t kLogFan = 4;
  static constexpr std::size_t kFan = 1 << kLogFan;
  static constexpr std::size_t kMostAtTop = 16;  ///< nodes

  /// Nodes of one height, in whole nodes of the next one. Those that are not in use have nothing below them.
  struct Rank {
    std::vector<Key> lowest;         ///< item below the node; if it is lost, not above it
    std::vector<std::uint8_t> lost;  ///< is not known
  };

  /// Bits that are in the order of the numbers: a negative number has more of them the lower it is.
  static std::uint64_t ordered(std::uint64_t bits) { return (bits >> 63) != 0 ? ~bits : bits | kSign; }
  static Key key_of(std::int32_t number, double level) {
    const double positive = level + 0.0;  // There is a negative 0, which is not lower.
    std::uint64_t bits = 0;
    std::memcpy(&bits, &positive, sizeof bits);
    return Key{ordered(bits)} << 64 | static_cast<std::uint32_t>(number);
  }
  static std::int32_t number_of(Key key) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(key)); }
  static Item item_of(Key key) {
    const auto bits = static_cast<std::uint64_t>(key >> 64);
    const std::uint64_t level = (bits & kSign) != 0 ? bits & ~kSign : ~bits;
    Item item;
    std::memcpy(&item.level, &level, sizeof level);
    item.number = number_of(key);
    return item;
  }
  static Key lower(Key a, Key b) { return a < b ? a : b; }
  static Key lowest_of(const Key* keys) {
    const auto four = [keys](int i) { return lower(lower(keys[i], keys[i + 1]), lower(keys[i + 2], keys[i + 3])); };
    return lower(lower(four(0), four(4)), lower(four(8), four(12)));
  }

  std::int32_t& place(std::int32_t number) { return places_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] std::int32_t place(std::int32_t number) const { return places_[static_cast<std::size_t>(number)]; }

  void append(std::int32_t number, Key key) {
    const std::size_t slot = size_++;
    if (slot == keys_.size()) grow();
    if (nodes_at(top_) > kMostAtTop) rise();
    keys_[slot] = key;
    place(number) = static_cast<std::int32_t>(slot);
    comes(slot, key);
  }
  /// Room for as many items again, in whole nodes of whole nodes.
  void grow() {
    std::size_t count = std::max(kFan, 2 * keys_.size());
    keys_.resize(count, kNone);
    for (Rank& rank : ranks_) {
      count = (count / kFan + kFan - 1) / kFan * kFan;
      rank.lowest.resize(count, kNone);
      rank.lost.resize(count, 0);
    }
  }
  /// One rank more. Those of its nodes that are full have not been told what has come and gone below them.
  void rise() {
    Rank& rank = ranks_[++top_];
    std::fill_n(rank.lowest.begin(), kMostAtTop / kFan, Key{0});
    std::fill_n(rank.lost.begin(), kMostAtTop / kFan, std::uint8_t{1});
  }
  [[nodiscard]] std::size_t nodes_at(std::size_t r) const {
    const std::size_t log_items = kLogFan * (r + 1);
    return (size_ + (std::size_t{1} << log_items) - 1) >> log_items;
  }
  void comes(std::size_t slot, Key key) {
    for (std::size_t r = 0;; ++r) {
      slot >>= kLogFan;
      Key& lowest = ranks_[r].lowest[slot];
      if (r == top_) {
        lowest = lower(lowest, key);
        return;
      }
      if (key >= lowest) return;
      lowest = key;
    }
  }
  void goes(std::size_t slot, Key key) {
    for (std::size_t r = 0;; ++r) {
      slot >>= kLogFan;
      const bool was_lowest = key == ranks_[r].lowest[slot];
      ranks_[r].lost[slot] |= static_cast<std::uint8_t>(was_lowest);
      if (r == top_ || !was_lowest) return;
    }
  }
  /// Nodes that begin with this slot have nothing left.
  void leave_empty(std::size_t slot) {
    for (std::size_t r = 0; r <= top_ && slot % kFan == 0; ++r) {
      slot >>= kLogFan;
      ranks_[r].lowest[slot] = kNone;
      ranks_[r].lost[slot] = 0;
    }
  }
  void find_lowest(std::size_t r, std::size_t node) {
    ranks_[r].lost[node] = 0;
    const std::size_t first = node * kFan;
    if (r == 0) {
      ranks_[0].lowest[node] = lowest_of(&keys_[first]);
      return;
    }
    Rank& below = ranks_[r - 1];
    for (std::size_t child = first; child < first + kFan; ++child) {
      if (below.lost[child] != 0) find_lowest(r - 1, child);
    }
    ranks_[r].lowest[node] = lowest_of(&below.lowest[first]);
  }

  std::vector<Key> keys_;  ///< keys of the items, and behind them kNone
  std::size_t size_ = 0;
  std::size_t top_ = 0;               ///< rank with at most `kMostAtTop` nodes, at which searches begin
  std::array<Rank, 7> ranks_;         ///< enough for 2^31 numbers
  std::vector<std::int32_t> places_;  ///< in `keys_`, by number
};

}  // namespace tactus
