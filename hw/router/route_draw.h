#pragma once

#include <cstdint>

#include "hw/common/network_shape.h"
#include "hw/common/random.h"
#include "hw/link/packet_header.h"

namespace tactus {

/// Chance of one packet: a function of its source, the NIC there and the cycle of its injection, by which
/// every router on its way, and every level, finds the same. An engine injects at most one packet in a cycle, so
/// packets have draws of their own. The scenario's seed has no part in it.
class RouteDraw {
 public:
  RouteDraw(const NetworkShape& shape, const RouteHeader& header)
      : stream_(kSeed, static_cast<std::uint64_t>(shape.node(header.source)) << 3U | header.source_nic),
        cycle_(header.inject_cycle) {}

  /// Uniform in [0, bound); independent for each `number`, 0 to 7.
  [[nodiscard]] int below(unsigned number, int bound) const {
    return static_cast<int>(stream_.below(std::uint64_t{cycle_} << 3U | number, static_cast<std::uint64_t>(bound)));
  }

 private:
  static constexpr std::uint64_t kSeed = 0x726F757465;

  RandomStream stream_;
  std::uint32_t cycle_;
};

}  // namespace tactus
