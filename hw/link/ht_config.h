#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/link_channel.h"

namespace tactus {

/// Packets that one end of a HyperTransport link has room for, per virtual channel; data of 64 B included.
struct HtBuffers {
  std::uint32_t posted = 4;
  std::uint32_t non_posted = 4;
  std::uint32_t response = 4;
};

/// A HyperTransport link, the same in both directions but for the buffers, which are those of whoever stands there.
struct HtLinkConfig {
  BytesPerSecond rate{6'400'000'000};  ///< each way, of commands and data
  Picoseconds latency{24'000};         ///< time of packets and of credits, one way, with all that handles them
};

inline constexpr Bytes kHtTransfer{64};               ///< most data of a packet
inline constexpr std::uint32_t kHtRequestBytes = 8;   ///< size of a command with an address
inline constexpr std::uint32_t kHtResponseBytes = 4;  ///< size of a response's command

/// One direction of a link that ends at `buffers`.
LinkChannelConfig ht_channel(const HtLinkConfig& link, const HtBuffers& buffers);

std::vector<ConfigFault> validate(const HtBuffers& buffers);
std::vector<ConfigFault> validate(const HtLinkConfig& link);

}  // namespace tactus
