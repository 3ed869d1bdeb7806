#pragma once

#include <cstdint>

#include "hw/common/nic_config.h"

/// Register map of the NIC, as byte addresses behind `csr_tsock`. Every register is 32 bits wide and is
/// accessed as one aligned word. Semantics of every field: docs/programmers_guide.md.
namespace tactus::nic_reg {

// Global block.
inline constexpr std::uint64_t kId = 0x000;         ///< ro: 0x54414354 ("TACT")
inline constexpr std::uint64_t kNode = 0x004;       ///< ro: x [7:0], y [15:8]
inline constexpr std::uint64_t kShape = 0x008;      ///< ro: width - 1 [7:0], height - 1 [15:8]
inline constexpr std::uint64_t kIrqStatus = 0x010;  ///< ro: bit e: engine e has an enabled interrupt pending
inline constexpr std::uint32_t kIdValue = 0x54414354;

/// Address of a register of one engine.
constexpr std::uint64_t engine_base(int engine) { return 0x1000U * static_cast<std::uint64_t>(engine + 1); }

// Engine block, offsets from engine_base().
inline constexpr std::uint64_t kIrqEnable = 0x000;  ///< rw: bit 0 send complete, 1 receive complete, 2 receive freed
inline constexpr std::uint64_t kPaceCtrl = 0x008;   ///< rw: mode [1:0]: 0 off, 1 fixed, 2 hops
inline constexpr std::uint64_t kPaceGap =
    0x00C;  ///< rw: gap [15:0], signed, 1/8 packet (fixed mode; negative acts as 0)
inline constexpr std::uint64_t kPaceBias = 0x010;    ///< rw: bias [15:0], signed, 1/8 packet (hops mode)
inline constexpr std::uint64_t kPaceWindow = 0x014;  ///< rw: window [7:0], packets; 0 off
inline constexpr std::uint64_t kTxDoorbell = 0x020;  ///< wo: number of descriptors made ready since reset, modulo 2^32
inline constexpr std::uint64_t kTxFetched = 0x024;   ///< ro: descriptors taken from the ring since reset
inline constexpr std::uint64_t kTxDone =
    0x028;  ///< ro: messages whose last flit has left; reading clears the send interrupt
inline constexpr std::uint64_t kRxFreed =
    0x02C;  ///< rw1c: bit s: the receive in slot s was cancelled, and its message has come
inline constexpr std::uint64_t kRxPost = 0x030;      ///< wo: slot [3:0]: makes that receive slot active
inline constexpr std::uint64_t kRxDone = 0x034;      ///< rw1c: bit s: the receive in slot s is complete
inline constexpr std::uint64_t kRxOneSided = 0x038;  ///< ro: one-sided messages completely written since reset
inline constexpr std::uint64_t kRxCancel =
    0x03C;  ///< wo: bit s: what still comes for the active receive in slot s is dropped

// Counters, 64 bits each: low word here, high word at + 4. Reading the low word latches the high word.
inline constexpr std::uint64_t kTxPackets = 0x040;  ///< packets injected
inline constexpr std::uint64_t kTxStallCycles =
    0x048;                                             ///< cycles a ready packet waited for credits after its pace slot
inline constexpr std::uint64_t kTxPaceCycles = 0x050;  ///< cycles a ready packet waited for its pace slot
inline constexpr std::uint64_t kTxMemoryCycles = 0x058;  ///< cycles a message waited for its next packet from memory
inline constexpr std::uint64_t kRxPackets = 0x060;       ///< packets received
inline constexpr std::uint64_t kTxWindowCycles =
    0x068;  ///< cycles a ready packet waited, after its pace slot, for its paired receive
inline constexpr std::uint64_t kRxDropped = 0x070;  ///< packets of cancelled receives, not written to memory

inline constexpr std::uint64_t kTxRing = 0x200;   ///< rw: 16 descriptors of 32 B
inline constexpr std::uint64_t kRxSlots = 0x400;  ///< rw: 16 receive slots of 32 B
inline constexpr int kRingEntries = 16;
inline constexpr int kDescriptorWords = 8;
inline constexpr std::uint64_t kDescriptorBytes = 32;

inline constexpr std::uint32_t kIrqSend = 1U << 0;
inline constexpr std::uint32_t kIrqReceive = 1U << 1;
inline constexpr std::uint32_t kIrqFreed = 1U << 2;

/// Send descriptor, ring entry (number modulo 16). Words:
///  0: destination x [7:0], y [15:8], NIC [17:16], x_negative [24], y_negative [25], one_sided [26], paired [27],
///     receive_slot [31:28]
///  1: tag   2: length in bytes (0: a header-only packet)   3: creation cycle, modulo 2^32
///  4, 5: source address, low and high word
///  6: destination address [31:0] (if one-sided)   7: destination address [47:32] in [15:0], source place [23:16],
///     destination place [31:24]
struct SendDescriptor {
  std::uint8_t destination_x = 0;
  std::uint8_t destination_y = 0;
  std::uint8_t destination_nic = 0;
  bool x_negative = false;
  bool y_negative = false;
  bool one_sided = false;
  bool paired = false;            ///< its packets keep to PACE_WINDOW of the receive in `receive_slot`
  std::uint8_t receive_slot = 0;  ///< 0..15, of the same engine
  std::uint32_t tag = 0;
  std::uint32_t bytes = 0;
  std::uint32_t create_cycle = 0;
  std::uint64_t source_address = 0;
  std::uint64_t destination_address = 0;  ///< 48 bits
  std::uint8_t source_place = 0;          ///< which of the ranks of its node sends
  std::uint8_t destination_place = 0;     ///< which of the ranks of the destination receives
};

/// Receive slot. Words: 0: source x [7:0], y [15:8], source place [23:16], destination place [31:24]; 1: tag; 2: length
/// in bytes; 4, 5: destination address.
/// A slot matches messages of that source, tag and pair of places, in the order in which equal slots were posted.
struct ReceiveSlot {
  std::uint8_t source_x = 0;
  std::uint8_t source_y = 0;
  std::uint8_t source_place = 0;       ///< which of the ranks of the source sends
  std::uint8_t destination_place = 0;  ///< which of the ranks of its own node receives
  std::uint32_t tag = 0;
  std::uint32_t bytes = 0;
  std::uint64_t destination_address = 0;
};

void encode(const SendDescriptor& descriptor, std::uint32_t words[kDescriptorWords]);
void encode(const ReceiveSlot& slot, std::uint32_t words[kDescriptorWords]);
SendDescriptor decode_send(const std::uint32_t words[kDescriptorWords]);
ReceiveSlot decode_receive(const std::uint32_t words[kDescriptorWords]);

}  // namespace tactus::nic_reg
