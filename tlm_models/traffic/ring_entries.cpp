#include "tlm_models/traffic/ring_entries.h"

namespace tactus {

nic_reg::SendDescriptor send_descriptor(const Op& send, int rank, const RankMap& map, const BufferHomes& homes,
                                        Cycles now) {
  nic_reg::SendDescriptor descriptor;
  descriptor.destination = map.coordinate(send.peer);
  descriptor.destination_nic = send.peer_nic;
  descriptor.source_place = static_cast<std::uint8_t>(map.place(rank));
  descriptor.destination_place = static_cast<std::uint8_t>(map.place(send.peer));
  descriptor.negative = map.signs(rank, send);
  descriptor.message_class = send.message_class.value_or(0);
  descriptor.tag = send.tag;
  descriptor.bytes = send.bytes.count();
  descriptor.create_cycle = static_cast<std::uint32_t>(now.count());
  descriptor.source_address = AddressMap::send_buffer(map.place(rank), send.nic, homes);
  return descriptor;
}

nic_reg::ReceiveSlot receive_slot(const Op& receive, int rank, const RankMap& map, const BufferHomes& homes) {
  nic_reg::ReceiveSlot slot;
  if (receive.grouped) {
    slot.any_source = true;
    slot.tag_ignored = kGroupNumberBits;
  } else {
    slot.source = map.coordinate(receive.peer);
    slot.source_place = static_cast<std::uint8_t>(map.place(receive.peer));
  }
  slot.destination_place = static_cast<std::uint8_t>(map.place(rank));
  slot.tag = receive.tag;
  slot.bytes = receive.bytes.count();
  slot.destination_address = AddressMap::receive_buffer(map.place(rank), receive.nic, homes);
  return slot;
}

}  // namespace tactus
