#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/common/units.h"

namespace tactus {

/// Numbers messages from 1 on in the order of the cycles in which they are started, those of one cycle in the order of
/// their processors: that in which processors act within a cycle means nothing.
class MessageNumbers {
 public:
  /// A message is started in `cycle`, not before the one before it. `id` gets its number when the cycle is over, and
  /// has to stay where it is until then, or `leave`.
  void started(int processor, Cycles cycle, std::uint64_t& id) {
    settle_before(cycle);
    cycle_ = cycle;
    waiting_.push_back({processor, &id});
  }
  /// Cycle `now` has begun: those that were started before get their numbers.
  void settle_before(Cycles now) {
    if (now > cycle_) settle();
  }
  /// No more messages are started in the cycle of the last one.
  void settle() {
    std::stable_sort(waiting_.begin(), waiting_.end(),
                     [](const Waiting& a, const Waiting& b) { return a.processor < b.processor; });
    for (const Waiting& waiting : waiting_) {
      ++last_;
      if (waiting.id != nullptr) *waiting.id = last_;
    }
    waiting_.clear();
  }
  /// Nobody asks for the number of the message at `id` any more; it stays its number.
  void leave(const std::uint64_t& id) {
    for (Waiting& waiting : waiting_) {
      if (waiting.id == &id) waiting.id = nullptr;
    }
  }
  /// The number of a message that nobody has announced.
  std::uint64_t next() { return ++last_; }
  /// The last number given.
  [[nodiscard]] std::uint64_t last() const { return last_; }

 private:
  struct Waiting {
    int processor = 0;
    std::uint64_t* id = nullptr;
  };

  std::uint64_t last_ = 0;
  Cycles cycle_;
  std::vector<Waiting> waiting_;
};

}  // namespace tactus
