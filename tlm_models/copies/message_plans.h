#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "tlm_models/copies/copy_protocol.h"
#include "tlm_models/copies/flag_board.h"
#include "tlm_models/copies/placed_message.h"

namespace tactus {

/// What both sides of messages between the processes of a node do, and where they do it: arrays, descriptions, queues
/// and intermediate buffers (node_addresses.h).
class MessagePlans {
 public:
  /// What a message holds until both sides of it have ended.
  struct Held {
    int sender = 0;
    std::size_t slot = 0;  ///< of the sender's intermediate buffers
    FlagId first_flag = 0;
    FlagId flags = 0;
  };
  struct Begun {
    CopyPlan plan;  ///< with flags that are its own on the board
    Held held;
  };

  /// The configurations are valid.
  MessagePlans(const CopyProtocolConfig& config, const ManyCoreConfig& node, int processes);

  Begun begin(const MessageEnds& ends, FlagBoard& flags);
  /// Both sides of it have ended.
  void end(const Held& held, FlagBoard& flags);

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
  std::uint32_t queue_slot_ = 0;                ///< of all queues, at which the next message begins
  std::set<std::tuple<int, int, int>> mapped_;  ///< sender, receiver and kind of message
};

}  // namespace tactus
