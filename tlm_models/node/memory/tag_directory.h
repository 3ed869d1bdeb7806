#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tactus {

/// Cores that have a line, one bit per core.
using CoreSet = std::uint64_t;

constexpr CoreSet core_bit(int core) { return CoreSet{1} << core; }

/// Which cores have a line in their caches, for all lines that any has. Nothing is allocated after construction.
class TagDirectory {
 public:
  struct Entry {
    std::uint64_t line : 62;
    /// A core has had it modified since memory was written: those that hold it answer for it.
    std::uint64_t dirty : 1;
    CoreSet holders;  ///< never empty in an entry that is in use
  };

  /// For at most `lines` lines at a time.
  explicit TagDirectory(std::size_t lines);

  /// The entry of `line`, or null.
  Entry* find(std::uint64_t line) {
    for (std::size_t slot = home(line); entries_[slot].holders != 0; slot = (slot + 1) & mask_) {
      if (entries_[slot].line == line) return &entries_[slot];
    }
    return nullptr;
  }
  /// Adds an entry for a line that has none.
  void add(std::uint64_t line, CoreSet holders) {
    std::size_t slot = home(line);
    while (entries_[slot].holders != 0) slot = (slot + 1) & mask_;
    entries_[slot] = {line, 0, holders};
  }
  void remove(Entry* entry);

 private:
  [[nodiscard]] std::size_t home(std::uint64_t line) const {
    return static_cast<std::size_t>((line * 0x9E3779B97F4A7C15U) >> shift_);
  }

  std::size_t mask_;
  int shift_;
  std::vector<Entry> entries_;
};

}  // namespace tactus
