#pragma once

#include <atomic>
#include <cstdint>

#include "tlm_models/packet/packet_events.h"

namespace tactus {

/// The first edge at which an interrupt line changed in any region, as far as the regions know while they execute.
///
/// A region that has come past it may stop: software acts next, and what it does comes first. Whether it stops there
/// changes how the work is divided, and nothing else. Any thread may ask and tell at any time.
class alignas(64) FirstInterrupt {
 public:
  void forget() { edge_.store(PacketWheel::kNever, std::memory_order_relaxed); }
  void changed_at(std::uint64_t edge) {
    std::uint64_t known = edge_.load(std::memory_order_relaxed);
    while (edge < known && !edge_.compare_exchange_weak(known, edge, std::memory_order_relaxed)) {
    }
  }
  [[nodiscard]] std::uint64_t edge() const { return edge_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> edge_{PacketWheel::kNever};
};

}  // namespace tactus
