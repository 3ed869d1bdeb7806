#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace tactus {

/// First in, first out. Memory is proportional to the largest number of elements that were in it at once, and is used
/// again round and round.
template <class T>
class RingQueue {
 public:
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// The oldest element; there is one.
  [[nodiscard]] const T& front() const { return places_[first_]; }
  void push(const T& element) {
    if (count_ == places_.size()) grow();
    places_[(first_ + count_++) & (places_.size() - 1)] = element;
  }
  /// Takes out the oldest element; there is one.
  void pop() {
    first_ = (first_ + 1) & (places_.size() - 1);
    --count_;
  }
  void clear() { count_ = 0; }

 private:
  void grow() {
    std::vector<T> more(places_.empty() ? 4 : 2 * places_.size());
    for (std::size_t i = 0; i < count_; ++i) more[i] = places_[(first_ + i) & (places_.size() - 1)];
    places_ = std::move(more);
    first_ = 0;
  }

  std::vector<T> places_;  ///< a power of two of them, or none
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace tactus
