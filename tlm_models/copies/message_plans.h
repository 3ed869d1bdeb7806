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
  struct Begun {
    CopyPlan plan;
    std::size_t slot = 0;  ///< of the sender's intermediate buffers
  };

  /// The configurations are valid.
  MessagePlans(const CopyProtocolConfig& config, const ManyCoreConfig& node, int processes);

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
