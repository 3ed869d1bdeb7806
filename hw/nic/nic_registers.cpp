#include "hw/nic/nic_registers.h"

#include <algorithm>

#include "hw/link/packet_header.h"

namespace tactus::nic_reg {
namespace {

constexpr std::uint32_t low(std::uint64_t v) { return static_cast<std::uint32_t>(v); }
constexpr std::uint32_t high(std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); }
constexpr std::uint64_t join(std::uint32_t lo, std::uint32_t hi) { return lo | (static_cast<std::uint64_t>(hi) << 32); }
constexpr std::uint32_t of(int value) { return static_cast<std::uint32_t>(value); }
constexpr int number(std::uint32_t value) { return static_cast<int>(value); }
constexpr std::uint8_t byte(std::uint32_t value) { return static_cast<std::uint8_t>(value); }

// The first word of an entry is a position.
static_assert(kTxRingDestinationX.word == 0 && kTxRingDestinationW.word == 0);
static_assert(kRxSlotsSourceX.word == 0 && kRxSlotsSourceW.word == 0);
static_assert(kRxMetSourceX.word == 0 && kRxMetSourceW.word == 0);
constexpr int kPositionWord = 0;

/// A machine has at most 8 classes.
constexpr std::uint32_t kClassMask = 7;

// What packets carry.
static_assert(kTxRingSourcePlace.bits.width == kPlaceBits && kTxRingDestinationPlace.bits.width == kPlaceBits);
static_assert(kRxSlotsSourcePlace.bits.width == kPlaceBits && kRxSlotsDestinationPlace.bits.width == kPlaceBits);
static_assert(kTxRingBytesHigh.bits.width + 32 == kMessageBytesBits);
static_assert(kRxSlotsBytesHigh.bits.width + 32 == kMessageBytesBits);
static_assert(kTxRingNegative.bits.width == kMaxDimensions);

}  // namespace

void encode(const SendDescriptor& d, int dimensions, std::uint32_t words[kDescriptorWords]) {
  std::fill_n(words, kDescriptorWords, 0U);
  words[kPositionWord] = node_word(d.destination, dimensions);
  kTxRingDestinationNic.put(words, d.destination_nic);
  kTxRingNegative.put(words, d.negative.bits());
  kTxRingOneSided.put(words, d.one_sided ? 1 : 0);
  kTxRingPaired.put(words, d.paired ? 1 : 0);
  kTxRingReceiveSlot.put(words, d.receive_slot);
  kTxRingTag.put(words, d.tag);
  kTxRingBytesLow.put(words, low(d.bytes));
  kTxRingBytesHigh.put(words, high(d.bytes));
  kTxRingCreateCycle.put(words, d.create_cycle);
  kTxRingSourceAddressLow.put(words, low(d.source_address));
  kTxRingSourceAddressHigh.put(words, high(d.source_address));
  kTxRingDestinationAddressLow.put(words, low(d.destination_address));
  const bool classed = d.message_class != 0;
  kTxRingDestinationAddressHigh.put(words, classed && !d.one_sided ? of(d.message_class) : high(d.destination_address));
  kTxRingSourcePlace.put(words, classed && d.one_sided ? of(d.message_class) : of(d.source_place));
  kTxRingDestinationPlace.put(words, d.destination_place);
}

void encode(const ReceiveSlot& s, int dimensions, std::uint32_t words[kDescriptorWords]) {
  std::fill_n(words, kDescriptorWords, 0U);
  words[kPositionWord] = node_word(s.source, dimensions);
  kRxSlotsSourcePlace.put(words, s.source_place);
  kRxSlotsDestinationPlace.put(words, s.destination_place);
  kRxSlotsTag.put(words, s.tag);
  kRxSlotsBytesLow.put(words, low(s.bytes));
  kRxSlotsBytesHigh.put(words, high(s.bytes));
  kRxSlotsDestinationAddressLow.put(words, low(s.destination_address));
  kRxSlotsDestinationAddressHigh.put(words, high(s.destination_address));
  kRxSlotsAnySource.put(words, s.any_source ? 1 : 0);
  kRxSlotsTagIgnored.put(words, s.tag_ignored);
}

void encode(const MetMessage& m, int dimensions, std::uint32_t words[kDescriptorWords]) {
  std::fill_n(words, kDescriptorWords, 0U);
  words[kPositionWord] = node_word(m.source, dimensions);
  kRxMetTag.put(words, m.tag);
  kRxMetBytesLow.put(words, low(m.bytes));
  kRxMetSourcePlace.put(words, m.source_place);
  kRxMetBytesHigh.put(words, high(m.bytes));
}

SendDescriptor decode_send(const std::uint32_t words[kDescriptorWords], int dimensions) {
  SendDescriptor d;
  d.destination = node_of_word(words[kPositionWord], dimensions);
  d.destination_nic = byte(kTxRingDestinationNic.get(words));
  d.negative = OffsetSigns(kTxRingNegative.get(words));
  d.one_sided = kTxRingOneSided.get(words) != 0;
  d.paired = kTxRingPaired.get(words) != 0;
  d.receive_slot = byte(kTxRingReceiveSlot.get(words));
  d.tag = kTxRingTag.get(words);
  d.bytes = join(kTxRingBytesLow.get(words), kTxRingBytesHigh.get(words));
  d.create_cycle = kTxRingCreateCycle.get(words);
  d.source_address = join(kTxRingSourceAddressLow.get(words), kTxRingSourceAddressHigh.get(words));
  d.destination_address = join(kTxRingDestinationAddressLow.get(words), kTxRingDestinationAddressHigh.get(words));
  d.source_place = byte(kTxRingSourcePlace.get(words));
  d.destination_place = byte(kTxRingDestinationPlace.get(words));
  d.message_class = byte((d.one_sided ? kTxRingSourcePlace : kTxRingDestinationAddressHigh).get(words) & kClassMask);
  return d;
}

ReceiveSlot decode_receive(const std::uint32_t words[kDescriptorWords], int dimensions) {
  ReceiveSlot s;
  s.source = node_of_word(words[kPositionWord], dimensions);
  s.source_place = byte(kRxSlotsSourcePlace.get(words));
  s.destination_place = byte(kRxSlotsDestinationPlace.get(words));
  s.tag = kRxSlotsTag.get(words);
  s.bytes = join(kRxSlotsBytesLow.get(words), kRxSlotsBytesHigh.get(words));
  s.destination_address = join(kRxSlotsDestinationAddressLow.get(words), kRxSlotsDestinationAddressHigh.get(words));
  s.any_source = kRxSlotsAnySource.get(words) != 0;
  s.tag_ignored = byte(kRxSlotsTagIgnored.get(words));
  return s;
}

MetMessage decode_met(const std::uint32_t words[kDescriptorWords], int dimensions) {
  MetMessage m;
  m.source = node_of_word(words[kPositionWord], dimensions);
  m.source_place = byte(kRxMetSourcePlace.get(words));
  m.tag = kRxMetTag.get(words);
  m.bytes = join(kRxMetBytesLow.get(words), kRxMetBytesHigh.get(words));
  return m;
}

}  // namespace tactus::nic_reg
