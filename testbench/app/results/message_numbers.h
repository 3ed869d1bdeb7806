#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/common/units.h"

namespace tactus {

/// Numbers messages from 1 on in the order of the cycles in which they are started, those of one cycle in the order of
/// their processors: that in which processors act within a cycle means nothing.
class MessageNumbers {
 public:
  /// A message is started in `cycle`, not before the one before it. `id` gets its number when the cycle is over, and
  /// has to stay where it is until then.
  void started(int processor, Cycles cycle, std::uint64_t& id) {
    if (cycle != cycle_) settle();
    cycle_ = cycle;
    waiting_.emplace_back(processor, &id);
  }
  /// No more messages are started in the cycle of the last one.
  void settle() {
    std::stable_sort(waiting_.begin(), waiting_.end(), [](auto a, auto b) { return a.first < b.first; });
    for (const auto& [processor, id] : waiting_) *id = ++last_;
    waiting_.clear();
  }
  /// The number of a message that nobody has announced.
  std::uint64_t next() { return ++last_; }
  /// The last number given.
  [[nodiscard]] std::uint64_t last() const { return last_; }

 private:
  std::uint64_t last_ = 0;
  Cycles cycle_;
  std::vector<std::pair<int, std::uint64_t*>> waiting_;  ///< processor
};

}  // namespace tactus
