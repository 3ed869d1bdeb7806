#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/link_channel.h"

namespace tactus {

/// Buffers that a PCI Express port advertises for one kind of TLPs.
struct PcieCredits {
  std::uint32_t headers = 32;
  std::uint32_t data = 128;  ///< units of 16 B
};

/// A PCI Express link between a NIC and its bridge.
struct PcieLinkConfig {
  int generation = 1;                    ///< 1 to 5
  int lanes = 8;                         ///< 1, 2, 4, 8, 16 or 32
  Bytes max_payload{128};                ///< largest payload of a TLP with data: a power of two from 128 to 4096
  Bytes max_read_request{512};           ///< most bytes that one TLP asks for: a power of two from 128 to 4096
  int read_tags = 8;                     ///< reads that the NIC may have asked for and not wholly received: 1 to 64
  Picoseconds latency{40'000};           ///< time of TLPs and of credits, one way
  PcieCredits posted;                    ///< buffers of the bridge for writes
  std::uint32_t non_posted_headers = 8;  ///< buffers of the bridge for read requests
  PcieCredits completions{256, 1024};    ///< buffers of the NIC for answers
  Bytes dllp{16};                        ///< ACK and flow-control update, on the wire of the other direction
  std::uint32_t tlps_per_dllp = 4;       ///< TLPs that one such pair answers
};

inline constexpr std::uint32_t kPcieDataCredit = 16;        ///< bytes
inline constexpr std::uint32_t kPcieRequestOverhead = 24;   ///< bytes: header with a 64-bit address, number, CRC, frame
inline constexpr std::uint32_t kPcieResponseOverhead = 20;  ///< bytes: header of a completion, number, CRC, frame

/// Bytes per second each way after the line code: 8b/10b up to generation 2, 128b/130b from 3 on.
BytesPerSecond pcie_rate(int generation, int lanes);

/// Either direction of a link: posted and non-posted TLPs go to the bridge only, completions to the NIC only.
LinkChannelConfig pcie_channel(const PcieLinkConfig& link);

std::vector<ConfigFault> validate(const PcieLinkConfig& link);

}  // namespace tactus
