#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tactus {

/// Values by key, a table in two pieces of memory: nothing is allocated for a value, as a map does, and a search looks
/// at neighbouring keys. For few values at a time that come and go; no key is `kNoKey`.
template <class Value>
class KeyedSlots {
 public:
  static constexpr std::uint64_t kNoKey = UINT64_MAX;

  /// Null if there is none. Valid until the next `insert` or `erase`, as is what `insert` answers.
  [[nodiscard]] Value* find(std::uint64_t key) {
    const std::size_t slot = slot_of(key);
    return slot < keys_.size() && keys_[slot] == key ? &values_[slot] : nullptr;
  }
  [[nodiscard]] const Value* find(std::uint64_t key) const {
    const std::size_t slot = slot_of(key);
    return slot < keys_.size() && keys_[slot] == key ? &values_[slot] : nullptr;
  }
  /// `key` is not in the table.
  Value& insert(std::uint64_t key, Value value) {
    if (2 * (count_ + 1) > keys_.size()) grow();
    ++count_;
    return put(key, std::move(value));
  }
  /// `key` is in the table. Those behind it that it has kept from their place move up.
  void erase(std::uint64_t key) {
    --count_;
    std::size_t hole = slot_of(key);
    for (std::size_t slot = next(hole); keys_[slot] != kNoKey; slot = next(slot)) {
      const std::size_t away = (slot - home(keys_[slot])) & (keys_.size() - 1);
      if (away < ((slot - hole) & (keys_.size() - 1))) continue;
      keys_[hole] = keys_[slot];
      values_[hole] = std::move(values_[slot]);
      hole = slot;
    }
    keys_[hole] = kNoKey;
  }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// In no order that means something.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t slot = 0; slot < keys_.size(); ++slot) {
      if (keys_[slot] != kNoKey) visit(keys_[slot], values_[slot]);
    }
  }

 private:
  [[nodiscard]] std::size_t home(std::uint64_t key) const {
    // Fibonacci hashing: the upper bits of the product depend on all of the key.
    return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15U >> 32) & (keys_.size() - 1);
  }
  [[nodiscard]] std::size_t next(std::size_t slot) const { return (slot + 1) & (keys_.size() - 1); }
  /// Where `key` is, or the empty slot where it would be; a table without slots has neither.
  [[nodiscard]] std::size_t slot_of(std::uint64_t key) const {
    if (keys_.empty()) return 0;
    std::size_t slot = home(key);
    while (keys_[slot] != key && keys_[slot] != kNoKey) slot = next(slot);
    return slot;
  }
  Value& put(std::uint64_t key, Value value) {
    const std::size_t slot = slot_of(key);
    keys_[slot] = key;
    values_[slot] = std::move(value);
    return values_[slot];
  }
  void grow() {
    constexpr std::size_t kSmallest = 8;
    std::vector<std::uint64_t> keys(keys_.empty() ? kSmallest : 2 * keys_.size(), kNoKey);
    std::vector<Value> values(keys.size());
    keys_.swap(keys);
    values_.swap(values);
    for (std::size_t slot = 0; slot < keys.size(); ++slot) {
      if (keys[slot] != kNoKey) put(keys[slot], std::move(values[slot]));
    }
  }

  std::vector<std::uint64_t> keys_;  ///< a power of two of them, at least half of them kNoKey
  std::vector<Value> values_;        ///< by slot
  std::size_t count_ = 0;
};

}  // namespace tactus
