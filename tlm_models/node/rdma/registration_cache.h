#pragma once

#include <cstdint>
#include <list>

#include "tlm_models/node/rdma/rdma_config.h"

namespace tactus {

/// Buffers that a process has registered with its NICs, the most recently used first.
class RegistrationCache {
 public:
  explicit RegistrationCache(const RdmaConfig& config) : config_(config) {}

  /// Time to have `bytes` from `address` on registered at `nics` NICs: nothing if they are remembered.
  Picoseconds use(std::uint64_t address, Bytes bytes, int nics) {
    const Buffer wanted{address, bytes.count(), nics};
    for (auto it = known_.begin(); it != known_.end(); ++it) {
      if (!it->covers(wanted)) continue;
      known_.splice(known_.begin(), known_, it);
      return {};
    }
    known_.push_front(wanted);
    if (known_.size() > static_cast<std::size_t>(config_.registrations)) known_.pop_back();
    const std::uint64_t pages = ceil_div(bytes.count(), config_.page.count());
    return (config_.registration_time + config_.page_time * pages) * static_cast<std::uint64_t>(nics);
  }

 private:
  struct Buffer {
    std::uint64_t address;
    std::uint64_t bytes;
    int nics;
    [[nodiscard]] bool covers(const Buffer& other) const {
      return address <= other.address && other.address + other.bytes <= address + bytes && nics >= other.nics;
    }
  };
  const RdmaConfig& config_;
  std::list<Buffer> known_;
};

}  // namespace tactus
