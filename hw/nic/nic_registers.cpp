#include "hw/nic/nic_registers.h"

#include <algorithm>

namespace tactus::nic_reg {
namespace {

constexpr std::uint32_t low(std::uint64_t v) { return static_cast<std::uint32_t>(v); }
constexpr std::uint32_t high(std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); }
constexpr std::uint64_t join(std::uint32_t lo, std::uint32_t hi) { return lo | (static_cast<std::uint64_t>(hi) << 32); }
constexpr std::uint8_t byte(std::uint32_t value) { return static_cast<std::uint8_t>(value); }

}  // namespace

void encode(const SendDescriptor& d, std::uint32_t words[kDescriptorWords]) {
  std::fill_n(words, kDescriptorWords, 0U);
  kTxRingDestinationX.put(words, d.destination_x);
  kTxRingDestinationY.put(words, d.destination_y);
  kTxRingDestinationNic.put(words, d.destination_nic);
  kTxRingXNegative.put(words, d.x_negative ? 1 : 0);
  kTxRingYNegative.put(words, d.y_negative ? 1 : 0);
  kTxRingOneSided.put(words, d.one_sided ? 1 : 0);
  kTxRingPaired.put(words, d.paired ? 1 : 0);
  kTxRingReceiveSlot.put(words, d.receive_slot);
  kTxRingTag.put(words, d.tag);
  kTxRingBytes.put(words, d.bytes);
  kTxRingCreateCycle.put(words, d.create_cycle);
  kTxRingSourceAddressLow.put(words, low(d.source_address));
  kTxRingSourceAddressHigh.put(words, high(d.source_address));
  kTxRingDestinationAddressLow.put(words, low(d.destination_address));
  kTxRingDestinationAddressHigh.put(words, high(d.destination_address));
  kTxRingSourcePlace.put(words, d.source_place);
  kTxRingDestinationPlace.put(words, d.destination_place);
}

void encode(const ReceiveSlot& s, std::uint32_t words[kDescriptorWords]) {
  std::fill_n(words, kDescriptorWords, 0U);
  kRxSlotsSourceX.put(words, s.source_x);
  kRxSlotsSourceY.put(words, s.source_y);
  kRxSlotsSourcePlace.put(words, s.source_place);
  kRxSlotsDestinationPlace.put(words, s.destination_place);
  kRxSlotsTag.put(words, s.tag);
  kRxSlotsBytes.put(words, s.bytes);
  kRxSlotsDestinationAddressLow.put(words, low(s.destination_address));
  kRxSlotsDestinationAddressHigh.put(words, high(s.destination_address));
}

SendDescriptor decode_send(const std::uint32_t words[kDescriptorWords]) {
  SendDescriptor d;
  d.destination_x = byte(kTxRingDestinationX.get(words));
  d.destination_y = byte(kTxRingDestinationY.get(words));
  d.destination_nic = byte(kTxRingDestinationNic.get(words));
  d.x_negative = kTxRingXNegative.get(words) != 0;
  d.y_negative = kTxRingYNegative.get(words) != 0;
  d.one_sided = kTxRingOneSided.get(words) != 0;
  d.paired = kTxRingPaired.get(words) != 0;
  d.receive_slot = byte(kTxRingReceiveSlot.get(words));
  d.tag = kTxRingTag.get(words);
  d.bytes = kTxRingBytes.get(words);
  d.create_cycle = kTxRingCreateCycle.get(words);
  d.source_address = join(kTxRingSourceAddressLow.get(words), kTxRingSourceAddressHigh.get(words));
  d.destination_address = join(kTxRingDestinationAddressLow.get(words), kTxRingDestinationAddressHigh.get(words));
  d.source_place = byte(kTxRingSourcePlace.get(words));
  d.destination_place = byte(kTxRingDestinationPlace.get(words));
  return d;
}

ReceiveSlot decode_receive(const std::uint32_t words[kDescriptorWords]) {
  ReceiveSlot s;
  s.source_x = byte(kRxSlotsSourceX.get(words));
  s.source_y = byte(kRxSlotsSourceY.get(words));
  s.source_place = byte(kRxSlotsSourcePlace.get(words));
  s.destination_place = byte(kRxSlotsDestinationPlace.get(words));
  s.tag = kRxSlotsTag.get(words);
  s.bytes = kRxSlotsBytes.get(words);
  s.destination_address = join(kRxSlotsDestinationAddressLow.get(words), kRxSlotsDestinationAddressHigh.get(words));
  return s;
}

}  // namespace tactus::nic_reg
