#include "hw/nic/nic_registers.h"

namespace tactus::nic_reg {
namespace {

constexpr std::uint32_t low(std::uint64_t v) { return static_cast<std::uint32_t>(v); }
constexpr std::uint32_t high(std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); }
constexpr std::uint32_t kAddressHigh = 0xFFFF;  ///< of 48 bits
/// Places of sender and receiver, in the upper half of a word.
constexpr std::uint32_t places(std::uint8_t source, std::uint8_t destination) {
  return static_cast<std::uint32_t>(source) << 16 | static_cast<std::uint32_t>(destination) << 24;
}
constexpr std::uint8_t source_place(std::uint32_t word) { return static_cast<std::uint8_t>(word >> 16); }
constexpr std::uint8_t destination_place(std::uint32_t word) { return static_cast<std::uint8_t>(word >> 24); }
constexpr std::uint64_t join(std::uint32_t lo, std::uint32_t hi) { return lo | (static_cast<std::uint64_t>(hi) << 32); }

}  // namespace

void encode(const SendDescriptor& d, std::uint32_t words[kDescriptorWords]) {
  words[0] = d.destination_x | (static_cast<std::uint32_t>(d.destination_y) << 8) |
             (static_cast<std::uint32_t>(d.destination_nic) << 16) | (d.x_negative ? 1U << 24 : 0U) |
             (d.y_negative ? 1U << 25 : 0U) | (d.one_sided ? 1U << 26 : 0U) | (d.paired ? 1U << 27 : 0U) |
             (static_cast<std::uint32_t>(d.receive_slot) << 28);
  words[1] = d.tag;
  words[2] = d.bytes;
  words[3] = d.create_cycle;
  words[4] = low(d.source_address);
  words[5] = high(d.source_address);
  words[6] = low(d.destination_address);
  words[7] = (high(d.destination_address) & kAddressHigh) | places(d.source_place, d.destination_place);
}

void encode(const ReceiveSlot& s, std::uint32_t words[kDescriptorWords]) {
  words[0] = s.source_x | (static_cast<std::uint32_t>(s.source_y) << 8) | places(s.source_place, s.destination_place);
  words[1] = s.tag;
  words[2] = s.bytes;
  words[3] = 0;
  words[4] = low(s.destination_address);
  words[5] = high(s.destination_address);
  words[6] = 0;
  words[7] = 0;
}

SendDescriptor decode_send(const std::uint32_t words[kDescriptorWords]) {
  SendDescriptor d;
  d.destination_x = static_cast<std::uint8_t>(words[0]);
  d.destination_y = static_cast<std::uint8_t>(words[0] >> 8);
  d.destination_nic = static_cast<std::uint8_t>((words[0] >> 16) & 3U);
  d.x_negative = ((words[0] >> 24) & 1U) != 0;
  d.y_negative = ((words[0] >> 25) & 1U) != 0;
  d.one_sided = ((words[0] >> 26) & 1U) != 0;
  d.paired = ((words[0] >> 27) & 1U) != 0;
  d.receive_slot = static_cast<std::uint8_t>(words[0] >> 28);
  d.tag = words[1];
  d.bytes = words[2];
  d.create_cycle = words[3];
  d.source_address = join(words[4], words[5]);
  d.destination_address = join(words[6], words[7] & kAddressHigh);
  d.source_place = source_place(words[7]);
  d.destination_place = destination_place(words[7]);
  return d;
}

ReceiveSlot decode_receive(const std::uint32_t words[kDescriptorWords]) {
  ReceiveSlot s;
  s.source_x = static_cast<std::uint8_t>(words[0]);
  s.source_y = static_cast<std::uint8_t>(words[0] >> 8);
  s.source_place = source_place(words[0]);
  s.destination_place = destination_place(words[0]);
  s.tag = words[1];
  s.bytes = words[2];
  s.destination_address = join(words[4], words[5]);
  return s;
}

}  // namespace tactus::nic_reg
