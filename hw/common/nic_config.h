#pragma once

#include <cstdint>
#include <optional>

#include "hw/common/control_config.h"
#include "hw/common/packet_eighths.h"
#include "hw/common/units.h"

namespace tactus {

/// Rule by which a message gets the gap between two of its packets. See docs/programmers_guide.md, "Pacing".
enum class PaceMode : std::uint8_t { kOff, kFixed, kHops };

/// Settings of the pacing registers; the processor writes them before its first message.
struct PacingConfig {
  PaceMode mode = PaceMode::kOff;
  PacketEighths gap;   ///< fixed mode: the gap itself
  PacketEighths bias;  ///< hop mode: gap = max(0, hops - 1 + bias)
  /// Packets that a message may be ahead of the receive it is paired with, in every mode; 0: any number.
  int window = 0;
  ControlConfig control{};  ///< on top of all that
};
inline constexpr int kMaxPaceWindow = 255;

/// Number, sizes and rates of the NICs of a node, each of them a DMA engine with a router port of its own.
struct NicConfig {
  std::optional<int> count;                ///< 1..8; none: one for each direction of the network, up to 8
  Bytes mtu{2048};                         ///< largest packet, header included; 48 B .. 16,368 B
  std::optional<BytesPerSecond> dma_rate;  ///< rate of each engine, each way; none: `MachineConfig::dma_rate`
  int outstanding_reads = 1;               ///< reads from memory under way at a time, of each engine, 1..16
  int packet_buffers = 2;                  ///< whole-packet injection buffers of each engine, 1..16
  Bytes receive_buffer{8192};              ///< per engine and VC; holds at least one largest packet
  int unexpected_entries = 0;              ///< messages that may wait for a receive, per engine; 0: all that come
};

}  // namespace tactus
