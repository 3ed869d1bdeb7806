#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tactus {

/// Arrays of 2^k elements, all in one piece of memory, named by the index of their first element. What is given back
/// is used again for the next array of that size, so that nothing is allocated once the largest need has been met.
/// Taking an array can move all others: pointers do not outlive it, indices do.
template <class Element>
class BlockPool {
 public:
  /// Takes an array of 2^`log_size` elements with arbitrary contents.
  std::int32_t take(int log_size) {
    std::vector<std::int32_t>& free = free_[static_cast<std::size_t>(log_size)];
    if (free.empty()) {
      const std::size_t first = used_;
      used_ += std::size_t{1} << log_size;
      if (used_ > elements_.size()) elements_.resize(std::max(used_, 2 * elements_.size()));
      return static_cast<std::int32_t>(first);
    }
    const std::int32_t first = free.back();
    free.pop_back();
    return first;
  }
  void give_back(std::int32_t first, int log_size) { free_[static_cast<std::size_t>(log_size)].push_back(first); }

  /// Takes all arrays back.
  void clear() {
    used_ = 0;
    for (std::vector<std::int32_t>& free : free_) free.clear();
  }

  [[nodiscard]] Element* at(std::int32_t index) { return elements_.data() + index; }
  [[nodiscard]] const Element* at(std::int32_t index) const { return elements_.data() + index; }

 private:
  std::vector<Element> elements_;
  std::size_t used_ = 0;                            ///< elements in arrays that are taken or were given back
  std::array<std::vector<std::int32_t>, 31> free_;  ///< by log_size
};

/// Smallest k with 2^k >= `count`; `count` > 0.
constexpr int log_size_for(std::int32_t count) {
  int log_size = 0;
  while ((std::int64_t{1} << log_size) < count) ++log_size;
  return log_size;
}

}  // namespace tactus
