#pragma once

#include <cstddef>
#include <vector>

#include "hw/common/units.h"

namespace tactus {

/// Writes that a thread has begun and that end one after the other, in its order, while it goes on.
class WriteBuffer {
 public:
  explicit WriteBuffer(int entries) : ends_(static_cast<std::size_t>(entries)) {}

  /// A write that begins at `now` and takes `time` by itself; answers when the thread can go on, `now` at the earliest.
  Picoseconds write(Picoseconds now, Picoseconds time) {
    last_ = (last_ < now ? now : last_) + time;
    if (ends_.empty()) return last_;
    // Full until the oldest of as many as it holds has ended.
    const Picoseconds oldest = ends_[next_];
    ends_[next_] = last_;
    next_ = next_ + 1 == ends_.size() ? 0 : next_ + 1;
    return oldest < now ? now : oldest;
  }
  /// When the last write ends.
  [[nodiscard]] Picoseconds empty() const { return last_; }

 private:
  std::vector<Picoseconds> ends_;  ///< ends of the last writes, used in turn
  std::size_t next_ = 0;
  Picoseconds last_{0};
};

}  // namespace tactus
