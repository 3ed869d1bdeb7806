#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tactus {

/// Right of a core to a line that it has: MESI without the I.
enum class LineState : std::uint8_t { kShared = 1, kExclusive = 2, kModified = 3 };

/// A line and its state, or nothing.
class CacheEntry {
 public:
  CacheEntry() = default;
  CacheEntry(std::uint64_t line, LineState state) : bits_(line << 2 | static_cast<std::uint64_t>(state)) {}

  [[nodiscard]] bool is(std::uint64_t line) const { return bits_ >> 2 == line && bits_ != 0; }
  [[nodiscard]] explicit operator bool() const { return bits_ != 0; }
  [[nodiscard]] std::uint64_t line() const { return bits_ >> 2; }
  [[nodiscard]] LineState state() const { return static_cast<LineState>(bits_ & 3); }
  void set_state(LineState state) { bits_ = (bits_ & ~std::uint64_t{3}) | static_cast<std::uint64_t>(state); }

 private:
  std::uint64_t bits_ = 0;
};

/// Tags of a set-associative cache; the least recently used line of a set goes first. The ways of a set stand in the
/// order of their last use, so that the line that is used again and again is found at once.
class CacheArray {
 public:
  /// `entries` in sets of `ways`; the number of sets is a power of two.
  CacheArray(std::size_t entries, int ways)
      : ways_(static_cast<std::size_t>(ways)), set_mask_(entries / ways_ - 1), entries_(entries) {}

  /// The line, used now, or null.
  CacheEntry* use(std::uint64_t line) {
    CacheEntry* set = set_of(line);
    if (set[0].is(line)) return set;
    for (std::size_t way = 1; way < ways_; ++way) {
      if (!set[way].is(line)) continue;
      to_front(set, way, set[way]);
      return set;
    }
    return nullptr;
  }
  /// The line, without using it, or null.
  CacheEntry* find(std::uint64_t line) {
    CacheEntry* set = set_of(line);
    for (std::size_t way = 0; way < ways_; ++way) {
      if (set[way].is(line)) return set + way;
    }
    return nullptr;
  }
  /// Puts a line in that is not there, used now. Answers what had to go for it.
  CacheEntry insert(std::uint64_t line, LineState state) {
    CacheEntry* set = set_of(line);
    const CacheEntry victim = set[ways_ - 1];
    to_front(set, ways_ - 1, {line, state});
    return victim;
  }
  void erase(std::uint64_t line) {
    CacheEntry* entry = find(line);
    if (entry == nullptr) return;
    CacheEntry* last = set_of(line) + ways_ - 1;
    for (; entry != last; ++entry) *entry = entry[1];
    *last = {};
  }

 private:
  CacheEntry* set_of(std::uint64_t line) { return entries_.data() + (line & set_mask_) * ways_; }
  static void to_front(CacheEntry* set, std::size_t way, CacheEntry entry) {
    for (; way > 0; --way) set[way] = set[way - 1];
    set[0] = entry;
  }

  std::size_t ways_;
  std::size_t set_mask_;
  std::vector<CacheEntry> entries_;
};

}  // namespace tactus
