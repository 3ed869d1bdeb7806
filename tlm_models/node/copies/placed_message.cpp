#include "tlm_models/node/copies/placed_message.h"

#include "tlm_models/node/copies/node_addresses.h"

namespace tactus {

using namespace node_addresses;

PlacedLayout placed_layout(const Layout& layout, int process, std::int64_t offset, std::uint64_t description) {
  return {&layout, static_cast<std::int64_t>(array_of(process)) + offset, area_of(process) + description};
}

CopyMessage placed_message(const MessageEnds& ends, std::size_t slot, std::size_t aside) {
  const MessageShape& shape = *ends.shape;
  const std::uint64_t kind = kNextDescription * static_cast<std::uint64_t>(shape.number);
  CopyMessage message;
  message.send = placed_layout(shape.send, ends.sender, ends.send_offset, kSendDescription + kind);
  message.receive = placed_layout(shape.receive, ends.receiver, ends.receive_offset, kReceiveDescription + kind);
  message.packed = &shape.packed;
  message.shared = area_of(ends.sender) + kShared + kNextShared * slot;
  message.aside = area_of(ends.receiver) + kAside + kNextShared * aside;
  message.sender_queue = area_of(ends.sender) + kQueue;
  message.receiver_queue = area_of(ends.receiver) + kQueue;
  return message;
}

CopyMessage first_message(const MessageShape& shape, std::int64_t send_offset, std::int64_t receive_offset) {
  return placed_message({0, 1, &shape, send_offset, receive_offset}, 0, 0);
}

}  // namespace tactus
