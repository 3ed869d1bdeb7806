#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tactus {

/// Binary heap of numbered items by level, lowest first, the lower number first among equals; an item's level can be
/// changed and the item be taken out wherever it stands.
class LevelHeap {
 public:
  struct Item {
    double level = 0;
    std::int32_t number = 0;
  };

  /// Numbers are below `numbers` from now on; never shrinks.
  void reserve_numbers(std::size_t numbers) {
    if (numbers > places_.size()) places_.resize(numbers, kOutside);
  }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  [[nodiscard]] const Item& top() const { return items_.front(); }
  [[nodiscard]] bool contains(std::int32_t number) const { return place(number) != kOutside; }

  /// Puts `number` in, or moves it to `level`.
  void set(std::int32_t number, double level) {
    const Item item{level, number};
    if (!contains(number)) {
      items_.push_back(item);
      rise(items_.size() - 1, item);
    } else {
      settle(static_cast<std::size_t>(place(number)), item);
    }
  }
  /// Takes `number` out, if it is in.
  void erase(std::int32_t number) {
    if (!contains(number)) return;
    const auto hole = static_cast<std::size_t>(place(number));
    place(number) = kOutside;
    const Item last = items_.back();
    items_.pop_back();
    if (hole < items_.size()) settle(hole, last);
  }
  void clear() {
    for (const Item& item : items_) place(item.number) = kOutside;
    items_.clear();
  }

  /// Puts `number`, which is not in, at the end; no other call than this one before `heapify`.
  void append(std::int32_t number, double level) {
    place(number) = static_cast<std::int32_t>(items_.size());
    items_.push_back({level, number});
  }
  void heapify() {
    for (std::size_t i = items_.size() / 2; i-- > 0;) sink(i, items_[i]);
  }

 private:
  static constexpr std::int32_t kOutside = -1;

  static bool before(const Item& a, const Item& b) {
    return a.level < b.level || (a.level == b.level && a.number < b.number);
  }
  std::int32_t& place(std::int32_t number) { return places_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] std::int32_t place(std::int32_t number) const { return places_[static_cast<std::size_t>(number)]; }
  void put(std::size_t where, const Item& item) {
    items_[where] = item;
    place(item.number) = static_cast<std::int32_t>(where);
  }
  /// Puts `item` at `hole`, or where it belongs above it or below it.
  void settle(std::size_t hole, Item item) {
    if (hole > 0 && before(item, items_[(hole - 1) / 2])) {
      rise(hole, item);
    } else {
      sink(hole, item);
    }
  }
  void rise(std::size_t hole, Item item) {
    while (hole > 0 && before(item, items_[(hole - 1) / 2])) {
      put(hole, items_[(hole - 1) / 2]);
      hole = (hole - 1) / 2;
    }
    put(hole, item);
  }
  void sink(std::size_t hole, Item item) {
    for (;;) {
      std::size_t child = 2 * hole + 1;
      if (child >= items_.size()) break;
      if (child + 1 < items_.size() && before(items_[child + 1], items_[child])) ++child;
      if (!before(items_[child], item)) break;
      put(hole, items_[child]);
      hole = child;
    }
    put(hole, item);
  }

  std::vector<Item> items_;
  std::vector<std::int32_t> places_;  ///< in `items_`, by number
};

}  // namespace tactus
