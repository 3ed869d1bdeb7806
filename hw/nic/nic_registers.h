#pragma once

#include <cstdint>

#include "hw/common/coordinate.h"
#include "hw/nic/nic_register_map.h"
#include "hw/nic/register_block.h"

/// Contents of the NIC's registers, as software and engines use them. Addresses, access rights and fields are in the
/// generated nic_register_map.h; meanings: docs/registers.md and docs/programmers_guide.md.
namespace tactus::nic_reg {

inline constexpr RegisterBlock<kGlobalRegisters.size(), 0x014> kGlobalBlock{kGlobalRegisters};
inline constexpr RegisterBlock<kControlRegisters.size(), 0x060> kControlBlock{kControlRegisters};
inline constexpr RegisterBlock<kEngineRegisters.size(), 0xA00> kEngineBlock{kEngineRegisters};
inline constexpr RegisterBlock<kQueueRegisters.size(), kQueueSpan> kQueueBlock{kQueueRegisters};

inline constexpr std::uint32_t kIrqSend = kIrqEnableSend.mask();
inline constexpr std::uint32_t kIrqReceive = kIrqEnableReceive.mask();
inline constexpr std::uint32_t kIrqFreed = kIrqEnableFreed.mask();

/// Address of the registers of the queue of `engine` for messages of class number `message_class`. That of the first
/// class is in the engine's own block, with all other registers.
constexpr std::uint64_t queue_base(int engine, int message_class) {
  if (message_class == 0) return engine_base(engine);
  return kQueueBase + kQueueSpan * static_cast<std::uint64_t>(engine * kQueuesOfEngine + message_class);
}

/// Address of a register of the control block.
constexpr std::uint64_t control_address(std::uint64_t offset) { return kControlBase + offset; }

/// Settings of the control block, from CONTROL on.
inline constexpr int kControlWords = 9;
static_assert(kControl == 0 && kPieceCount == 4 * (kControlWords - 1), "they lie together");
/// A field of one of these settings; without `bits` the whole word.
constexpr WordField control_field(std::uint64_t offset, Field bits = {}) {
  return {static_cast<int>(offset / 4), bits};
}

/// Send descriptor, ring entry (number modulo 16).
struct SendDescriptor {
  Coordinate destination;
  std::uint8_t destination_nic = 0;
  OffsetSigns negative;
  bool one_sided = false;
  bool paired = false;            ///< its packets keep to PACE_WINDOW of the receive in `receive_slot`
  std::uint8_t receive_slot = 0;  ///< 0..15, of the same engine
  std::uint32_t tag = 0;
  std::uint32_t create_cycle = 0;
  std::uint64_t bytes = 0;                ///< 36 bits
  std::uint64_t source_address = 0;       ///< 48 bits
  std::uint64_t destination_address = 0;  ///< 48 bits
  std::uint8_t source_place = 0;          ///< which of the ranks of its node sends
  std::uint8_t destination_place = 0;     ///< which of the ranks of the destination receives
  /// Number of the class of its packets. It stands where the other kind of message has something: in the place of the
  /// sender if the message is one-sided, else in the highest bits of the destination's address.
  std::uint8_t message_class = 0;
};

/// Receive slot. It matches messages of that source, tag and pair of places, or of any source, or of any tag that
/// differs in its lowest `tag_ignored` bits alone. A message goes to the slot that was posted first of those it
/// matches.
struct ReceiveSlot {
  Coordinate source;
  std::uint8_t source_place = 0;       ///< which of the ranks of the source sends
  std::uint8_t destination_place = 0;  ///< which of the ranks of its own node receives
  std::uint32_t tag = 0;
  std::uint64_t bytes = 0;  ///< 36 bits
  std::uint64_t destination_address = 0;
  bool any_source = false;       ///< `source` and `source_place` do not matter
  std::uint8_t tag_ignored = 0;  ///< 0 to 32
};

/// Message with which the receive in a slot is complete.
struct MetMessage {
  Coordinate source;
  std::uint8_t source_place = 0;
  std::uint32_t tag = 0;
  std::uint64_t bytes = 0;
};

// Entries of rings, in a network of so many dimensions.
void encode(const SendDescriptor& descriptor, int dimensions, std::uint32_t words[kDescriptorWords]);
void encode(const ReceiveSlot& slot, int dimensions, std::uint32_t words[kDescriptorWords]);
void encode(const MetMessage& met, int dimensions, std::uint32_t words[kDescriptorWords]);
SendDescriptor decode_send(const std::uint32_t words[kDescriptorWords], int dimensions);
ReceiveSlot decode_receive(const std::uint32_t words[kDescriptorWords], int dimensions);
MetMessage decode_met(const std::uint32_t words[kDescriptorWords], int dimensions);

}  // namespace tactus::nic_reg
