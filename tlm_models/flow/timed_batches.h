#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/units.h"

namespace tactus {

/// Values that are due at times. What is pushed for the same time one behind the other is one batch, and batches are
/// what is kept in order: where many things happen at once, one more of them costs no search.
template <class Value>
class TimedBatches {
 public:
  [[nodiscard]] bool empty() const { return order_.empty(); }
  /// The earliest time; there is one.
  [[nodiscard]] Picoseconds earliest() const { return order_.front().time; }

  void push(Picoseconds time, Value value) {
    if (newest_ == kNone || !(time == newest_time_)) open(time);
    batches_[newest_].push_back(value);
  }
  /// Moves what is due by `time` behind `values`: by time, what is of the same time in the order in which it was
  /// pushed.
  void take(Picoseconds time, std::vector<Value>& values) {
    while (!empty() && earliest() <= time) {
      std::pop_heap(order_.begin(), order_.end(), later);
      const std::size_t batch = order_.back().batch;
      order_.pop_back();
      values.insert(values.end(), batches_[batch].begin(), batches_[batch].end());
      batches_[batch].clear();
      free_.push_back(batch);
      if (batch == newest_) newest_ = kNone;
    }
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;

  struct Due {
    Picoseconds time;
    std::uint64_t opened = 0;  ///< as the how manieth
    std::size_t batch = 0;
  };
  static bool later(const Due& a, const Due& b) { return a.time == b.time ? b.opened < a.opened : b.time < a.time; }

  void open(Picoseconds time) {
    if (free_.empty()) {
      free_.push_back(batches_.size());
      batches_.emplace_back();
    }
    newest_ = free_.back();
    free_.pop_back();
    newest_time_ = time;
    order_.push_back({time, opened_++, newest_});
    std::push_heap(order_.begin(), order_.end(), later);
  }

  std::vector<Due> order_;  ///< heap, the earliest first
  std::vector<std::vector<Value>> batches_;
  std::vector<std::size_t> free_;  ///< batches that are free
  std::size_t newest_ = kNone;     ///< batch, unless it has been taken
  Picoseconds newest_time_;
  std::uint64_t opened_ = 0;  ///< batches so far
};

}  // namespace tactus
