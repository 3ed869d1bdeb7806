#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "tlm_models/copies/copy_protocol.h"
#include "tlm_models/copies/flag_board.h"
#include "tlm_models/copies/message_shape.h"

namespace tactus {

/// `layout` in the array of `process`, `offset` bytes from its start, with a description at that place of its memory.
PlacedLayout placed_in_array(const Layout& layout, int process, std::int64_t offset, std::uint64_t description);

/// A message between two processes of a node.
struct MessageEnds {
  int sender = 0;
  int receiver = 0;
  const MessageShape* shape = nullptr;
  std::int64_t send_offset = 0;     ///< from the start of the sender's array
  std::int64_t receive_offset = 0;  ///< from the start of the receiver's
};

/// What both sides of messages between the processes of a node do, and where they do it: arrays, descriptions, queues
/// and intermediate buffers (node_addresses.h).
class MessagePlans {
 public:
  struct Begun {
    CopyPlan plan;
    std::size_t slot = 0;  ///< of the sender's intermediate buffers
  };

  /// `config` is valid. Lines of queues are `line` long.
  MessagePlans(const CopyProtocolConfig& config, Bytes line, int processes);

  /// A message begins; its flags are put on `flags`.
  Begun begin(const MessageEnds& ends, FlagBoard& flags);
  /// Both sides of it have ended.
  void end(int sender, std::size_t slot) { slots_[static_cast<std::size_t>(sender)].free(slot); }

  /// Buffers that are taken from a stack: the lowest of those that are free was used last.
  class Slots {
   public:
    std::size_t take();
    void free(std::size_t slot) { used_[slot] = false; }

   private:
    std::vector<bool> used_;
  };

 private:
  std::unique_ptr<CopyProtocol> protocol_;
  std::vector<Slots> slots_;                    ///< of each sender
  std::set<std::tuple<int, int, int>> mapped_;  ///< sender, receiver and kind of message
};

}  // namespace tactus
