#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tactus {

/// Events in the order in which they happened; the oldest are forgotten first. A ring, so that its contents stay where
/// they are in the cache. Plain class.
template <class T>
class History {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// The next one makes it grow.
  [[nodiscard]] bool full() const { return size_ == places_.size(); }

  /// From the oldest on.
  [[nodiscard]] T& operator[](std::size_t i) { return places_[place(i)]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return places_[place(i)]; }
  [[nodiscard]] const T& front() const { return (*this)[0]; }
  /// A hint to the cache that the next one is about to be added.
  void prefetch() const { __builtin_prefetch(places_.data() + ((first_ + size_) & (places_.size() - 1))); }
  [[nodiscard]] T& back() { return (*this)[size_ - 1]; }

  /// The next one, to be filled in where it is: a copy of what has just been written piece by piece has to wait for it.
  [[nodiscard]] T& add() {
    if (full()) grow();
    return places_[place(size_++)];
  }
  void pop_front() {
    first_ = static_cast<std::uint32_t>(place(1));
    --size_;
  }
  /// The older ones move up; near the front that is little.
  void erase(std::size_t i) {
    for (; i > 0; --i) (*this)[i] = (*this)[i - 1];
    pop_front();
  }
  /// Forgets the oldest ones as long as `is_over(const T&)` says so. Room for as many as are left is made at once, so
  /// that it is worth calling when it is full.
  template <class IsOver>
  void forget(IsOver&& is_over) {
    while (size_ > 0 && is_over(front())) pop_front();
    if (places_.empty() || 2 * static_cast<std::size_t>(size_) > places_.size()) grow();
  }

 private:
  static constexpr std::size_t kFewPlaces = 8;

  [[nodiscard]] std::size_t place(std::size_t i) const { return (first_ + i) & (places_.size() - 1); }
  void grow() {
    std::vector<T> more(places_.empty() ? kFewPlaces : 2 * places_.size());
    for (std::size_t i = 0; i < size_; ++i) more[i] = (*this)[i];
    places_ = std::move(more);
    first_ = 0;
  }

  std::vector<T> places_;  ///< a power of two, or none
  std::uint32_t first_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace tactus
