#pragma once

#include <algorithm>

#include "hw/common/end_of_time.h"

namespace tactus {

/// Serves transfers one after the other at one rate, first come first served. Plain class, shared by all levels.
class RateServer {
 public:
  explicit RateServer(BytesPerSecond rate) : rate_(rate) {}

  /// When a transfer of `size` bytes that is asked for at `time` has been served.
  Picoseconds serve(Picoseconds time, Bytes size) {
    // Divisions are slow, and most transfers are whole packets.
    if (size != last_size_) last_work_ = transfer_time(size, rate_);
    last_size_ = size;
    free_ = within_time(std::max(time, free_) + last_work_);
    busy_ += last_work_;
    bytes_ += size;
    return free_;
  }
  [[nodiscard]] Bytes bytes() const { return bytes_; }
  /// Time given to transfers so far, including what is still to be done.
  [[nodiscard]] Picoseconds busy() const { return busy_; }

 private:
  BytesPerSecond rate_;
  Picoseconds free_;
  Picoseconds busy_;
  Bytes last_size_;
  Picoseconds last_work_;  ///< time that the last work takes
  Bytes bytes_;
};

}  // namespace tactus
