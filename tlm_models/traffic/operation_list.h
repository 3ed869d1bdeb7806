#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "tlm_models/traffic/operation.h"

namespace tactus {

/// The operations of a rank, in their order. A few are one small block; many are chunks that stay where they are, so
/// that the list never holds more than its operations and one chunk: a vector that grows holds half as many again.
class OperationList {
 public:
  static constexpr std::size_t kChunk = 2048;

  /// Iterator over the operations, from one to the next.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;  // NOLINT(readability-identifier-naming): std::iterator_traits
    using value_type = Operation;                         // NOLINT(readability-identifier-naming): std::iterator_traits
    using difference_type = std::ptrdiff_t;               // NOLINT(readability-identifier-naming): std::iterator_traits
    using pointer = const Operation*;                     // NOLINT(readability-identifier-naming): std::iterator_traits
    using reference = const Operation&;                   // NOLINT(readability-identifier-naming): std::iterator_traits

    Iterator() = default;
    Iterator(const OperationList& list, std::size_t index) : list_(&list), index_(index) {}
    reference operator*() const { return (*list_)[index_]; }
    pointer operator->() const { return &(*list_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    Iterator operator++(int) { return std::exchange(*this, Iterator(*list_, index_ + 1)); }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }
    friend bool operator!=(const Iterator& a, const Iterator& b) { return a.index_ != b.index_; }

   private:
    const OperationList* list_ = nullptr;
    std::size_t index_ = 0;
  };

  void push_back(const Operation& operation) {
    if (first_.size() < kChunk) return first_.push_back(operation);
    if (!more_) more_ = std::make_unique<More>();
    const std::size_t place = more_->size++ % kChunk;
    if (place == 0) more_->chunks.push_back(std::make_unique<Operation[]>(kChunk));
    more_->chunks.back()[place] = operation;
  }
  /// Gives back room of a few operations that there are not.
  void shrink_to_fit() { first_.shrink_to_fit(); }

  [[nodiscard]] std::size_t size() const { return first_.size() + (more_ ? more_->size : 0); }
  [[nodiscard]] bool empty() const { return first_.empty(); }
  [[nodiscard]] const Operation& operator[](std::size_t index) const {
    if (index < kChunk) return first_[index];
    return more_->chunks[index / kChunk - 1][index % kChunk];
  }
  [[nodiscard]] Operation& operator[](std::size_t index) {
    return const_cast<Operation&>(std::as_const(*this)[index]);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  }
  [[nodiscard]] const Operation& front() const { return first_.front(); }
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, size()}; }

 private:
  /// Operations behind the first `kChunk`; most ranks of large machines have none.
  struct More {
    std::vector<std::unique_ptr<Operation[]>> chunks;
    std::size_t size = 0;
  };

  std::vector<Operation> first_;
  std::unique_ptr<More> more_;
};

}  // namespace tactus
