#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "tlm_models/copies/copy_protocol.h"
#include "tlm_models/copies/flag_board.h"
#include "tlm_models/copies/placed_message.h"

namespace tactus {

/// A message that has begun and not ended, and its buffers.
struct MessageUnderWay {
  int sender = 0;
  int receiver = 0;
  std::size_t slot = 0;              ///< of the sender's intermediate buffers
  int users = 2;                     ///< sides that are not through with these
  std::optional<std::size_t> aside;  ///< of the receiver's private buffers, if the message may be unexpected
  bool set_aside = false;            ///< it lies there
  CopySteps after_unexpected;        ///< what its receive is then
};

/// What a process does for a message at once: its side, or copying it aside.
enum class MessagePart : std::uint8_t { kSend, kReceive, kUnexpected };

/// What both sides of messages between the processes of a node do, and where they do it: arrays, descriptions, queues
/// and intermediate buffers (node_addresses.h).
class MessagePlans {
 public:
  struct Begun {
    CopyPlan plan;
    std::shared_ptr<MessageUnderWay> message;
  };

  /// The configurations are valid.
  MessagePlans(const CopyProtocolConfig& config, const ManyCoreConfig& node, int processes);

  /// A message begins; its flags are put on `flags`.
  Begun begin(const MessageEnds& ends, FlagBoard& flags);
  /// A part of it has ended.
  void end(MessageUnderWay& message, MessagePart part);

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
  std::vector<Slots> asides_;                   ///< of each receiver
  std::set<std::tuple<int, int, int>> mapped_;  ///< sender, receiver and kind of message
};

}  // namespace tactus
