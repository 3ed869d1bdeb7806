#pragma once

#include <algorithm>

#include "hw/common/machine_config.h"

namespace tactus {

/// One direction of a memory: serves requests one after the other at the memory's bandwidth (docs/timing.md, "Memory").
/// Plain class, shared by all levels.
class MemoryServer {
 public:
  explicit MemoryServer(const MemoryConfig& config) : bandwidth_(config.bandwidth), latency_(config.latency) {}

  /// When a request of `size` bytes made at `time` is done.
  Picoseconds serve(Picoseconds time, Bytes size) {
    const Picoseconds work = transfer_time(size, bandwidth_);
    free_ = std::max(time, free_) + work;
    busy_ += work;
    bytes_ += size;
    return free_ + latency_;
  }
  [[nodiscard]] Bytes bytes() const { return bytes_; }
  [[nodiscard]] Picoseconds busy() const { return busy_; }

 private:
  BytesPerSecond bandwidth_;
  Picoseconds latency_;
  Picoseconds free_;
  Picoseconds busy_;
  Bytes bytes_;
};

}  // namespace tactus
