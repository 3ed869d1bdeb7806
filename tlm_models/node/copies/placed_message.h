#pragma once

#include <cstddef>
#include <cstdint>

#include "tlm_models/node/copies/copy_plan.h"
#include "tlm_models/node/copies/message_shape.h"

namespace tactus {

/// A message between two processes of a node.
struct MessageEnds {
  int sender = 0;
  int receiver = 0;
  const MessageShape* shape = nullptr;
  std::int64_t send_offset = 0;     ///< from the start of the sender's array
  std::int64_t receive_offset = 0;  ///< from the start of the receiver's
};

/// `layout` in the array of `process`, `offset` bytes from its start; its description begins `description` bytes from
/// the start of the process's memory.
PlacedLayout placed_layout(const Layout& layout, int process, std::int64_t offset, std::uint64_t description);

/// The message with what it uses of memory (node_addresses.h): intermediate buffers are those of `slot` of its sender,
/// the private one is that of `aside` of its receiver.
CopyMessage placed_message(const MessageEnds& ends, std::size_t slot, std::size_t aside);
/// First message from process 0 to process 1.
CopyMessage first_message(const MessageShape& shape, std::int64_t send_offset, std::int64_t receive_offset);

}  // namespace tactus
