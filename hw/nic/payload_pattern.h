#pragma once

#include <cstdint>

#include "hw/link/packet_header.h"

namespace tactus {

/// Contents of a packet's payload flits in place of data (memory contents are not modelled): enough for the receiver to
/// see that every flit is the right one. Layout: docs/reference/packet_format.md.
class PayloadPattern {
 public:
  PayloadPattern() = default;
  /// In a network of so many dimensions.
  PayloadPattern(const PacketHeader& header, int dimensions)
      : lo_(node_word(header.route.source, dimensions) | (static_cast<std::uint64_t>(header.route.source_nic) << 32) |
            (static_cast<std::uint64_t>(header.transport.packet_index) << 44)),
        hi_(header.transport.tag | (static_cast<std::uint64_t>(~header.transport.tag) << 32)) {}

  /// data[63:0] of flit `index` of the packet (2 is the first payload flit).
  [[nodiscard]] std::uint64_t lo(int index) const { return lo_ | (static_cast<std::uint64_t>(index & 0xFF) << 36); }
  /// data[127:64], the same for every payload flit.
  [[nodiscard]] std::uint64_t hi() const { return hi_; }

 private:
  std::uint64_t lo_ = 0;
  std::uint64_t hi_ = 0;
};

}  // namespace tactus
