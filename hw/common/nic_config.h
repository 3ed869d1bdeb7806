#pragma once

#include <cstdint>
#include <optional>

#include "hw/common/control_config.h"
#include "hw/common/packet_eighths.h"
#include "hw/common/policy.h"
#include "hw/common/policy_key.h"
#include "hw/common/units.h"

namespace tactus {

struct PaceModePolicy;
/// Rules by which the packets of a message get the gaps between them. See docs/reference/pacer.md.
struct PaceModeKind {
  static constexpr char kName[] = "pacer mode";
  using Policy = PaceModePolicy;
};
using PaceModeName = PolicyName<PaceModeKind>;

/// Slots of mode phase: PACE_PERIOD, PACE_PHASE, PACE_BEGIN and PACE_TOLERANCE, in cycles of the common counter.
struct PaceSlots {
  std::uint16_t period = 0;    ///< from slot to slot; below 2: packets have no slots
  std::uint16_t phase = 0;     ///< from `begin` to the first slot
  std::uint32_t begin = 0;     ///< modulo 2^32
  std::uint8_t tolerance = 0;  ///< cycles in which a slot may be used; 0 acts as 1
};

/// Settings of the pacing registers; the processor writes them before its first message.
struct PacingConfig {
  PolicyName<PaceModeKind> mode = "off";
  PacketEighths gap;   ///< fixed mode: the gap itself
  PacketEighths bias;  ///< hop mode: gap = max(0, hops - 1 + bias)
  /// Packets that a message may be ahead of the receive it is paired with, in every mode; 0: any number.
  int window = 0;
  PaceSlots slots{};        ///< mode phase
  ControlConfig control{};  ///< on top of all that
  Numbers numbers{};        ///< values of keys that only the mode knows
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
  bool class_queues = false;               ///< each engine has a send queue for each class of messages
  /// Policies that the registers have no number for: what the last value of PACE_CTRL.mode and of CONTROL.kind chooses.
  std::optional<PacingConfig> unnumbered{};
};

}  // namespace tactus
