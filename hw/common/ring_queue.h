#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace tactus {

/// First in, first out. Memory is proportional to the largest number of elements that were in it at once, and is used
/// again round and round. Small itself: those who have one want few cache lines.
template <class T>
class RingQueue {
 public:
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// The oldest element; there is one.
  [[nodiscard]] const T& front() const { return places_[first_]; }
  [[nodiscard]] T& front() { return places_[first_]; }
  /// The element that is `step` behind the oldest one; there is one.
  [[nodiscard]] const T& at(std::uint32_t step) const { return places_[place(step)]; }
  /// Answers where the element is until the next change.
  T& push(const T& element) {
    if (count_ == capacity_) grow();
    T& pushed = places_[place(count_++)];
    pushed = element;
    return pushed;
  }
  /// Takes out the oldest element; there is one.
  void pop() {
    first_ = place(1);
    --count_;
  }
  void clear() { count_ = 0; }

 private:
  /// Place of the element that is `step` behind the oldest one.
  [[nodiscard]] std::uint32_t place(std::uint32_t step) const { return (first_ + step) & (capacity_ - 1); }
  void grow() {
    const std::uint32_t capacity = capacity_ == 0 ? 4 : 2 * capacity_;
    auto more = std::make_unique<T[]>(capacity);
    for (std::uint32_t i = 0; i < count_; ++i) more[i] = places_[place(i)];
    places_ = std::move(more);
    capacity_ = capacity;
    first_ = 0;
  }

  std::unique_ptr<T[]> places_;
  std::uint32_t capacity_ = 0;  ///< a power of two, or 0
  std::uint32_t first_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace tactus
